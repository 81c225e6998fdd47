/** The `./testing` door: fakes and contract suites for tests of the runtime and of extensions. */
export { type FakeRecorder, fakeRecorder } from './fake-recorder.ts';
export { fakeToolContext } from './fake-tool-context.ts';
export { type FakeToolMemory, fakeToolMemory } from './fake-tool-memory.ts';
export { createManualClock, type ManualClock } from './manual-clock.ts';
