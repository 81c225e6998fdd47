import { createLateChildren } from '../agent/late-children.ts';
import type { WorkerToolDeps } from '../toolkit/index.ts';

/** Nobody who could be given a task, where nobody gives one. */
export const noWorkers: WorkerToolDeps = {
  children: createLateChildren(),
  wallTimeMs: 60_000,
  maxDepth: 2,
};
