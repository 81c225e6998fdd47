import type { ProgramToolDeps } from '../toolkit/index.ts';

/** For tests of other tools: nothing runs in the background, and nothing is judged. */
export const noPrograms: ProgramToolDeps = {
  processes: {
    limits: { maxRunning: 0, maxAgeMs: 0, maxOutputBytes: 0 },
    start: async () => ({ problem: 'Nothing runs here.' }),
    list: () => [],
    find: () => undefined,
    endSession: async () => undefined,
    close: async () => undefined,
  },
  judge: () => ({ action: 'allow', reason: '', patternKey: 'none', facts: [] }),
  nodePath: process.execPath,
};
