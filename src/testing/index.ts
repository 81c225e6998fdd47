/** The `./testing` door: fakes and contract suites for tests of the runtime and of extensions. */
export { createManualClock, type ManualClock } from './manual-clock.ts';
