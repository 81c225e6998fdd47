import type { ExecutorDefinition } from './executor.ts';
import { local } from './local/index.ts';

/** Every executor, by the name used in configuration. Add yours in a folder of its own, then add its line here. */
export const executors = { local } satisfies Record<string, ExecutorDefinition>;
