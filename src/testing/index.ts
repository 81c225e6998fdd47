/** The `./testing` door: fakes and rules for tests of extensions, with any test runner. */
export { type FakeRecorder, fakeRecorder } from './fake-recorder.ts';
export { fakeToolContext } from './fake-tool-context.ts';
export { type FakeToolMemory, fakeToolMemory } from './fake-tool-memory.ts';
export { createManualClock, type ManualClock } from './manual-clock.ts';
export { type MakeToolContext, toolProblems } from './tool-rules.ts';
