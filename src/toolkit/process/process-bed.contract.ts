import { onTestFinished } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { createIdSource } from '../../base/ids.ts';
import { executors } from '../../executors/index.ts';
import { createGuard } from '../../security/guard.ts';
import { createTemporaryWorkspace } from '../../testing/temporary-workspace.ts';
import type { ToolExecutionContext } from '../../tools/tool.ts';
import { createProcess } from './index.ts';
import { createProcesses, type ProcessLimits } from './processes.ts';

const LIMITS: ProcessLimits = { maxRunning: 2, maxAgeMs: 600_000, maxOutputBytes: 100_000 };
const clock = systemClock;

/** Real processes in a workspace of their own; all end with the test. */
export function createProcessBed(limits: Partial<ProcessLimits> = {}, directSession?: string) {
  const workspace = createTemporaryWorkspace();
  const executor = executors.local.create(
    {},
    { clock, baseEnvironment: { PATH: '/usr/local/bin:/usr/bin:/bin' } },
  );
  const ids = createIdSource();
  const processes = createProcesses({
    executor,
    clock,
    ids,
    limits: { ...LIMITS, ...limits },
    ...(directSession !== undefined && { directSession }),
  });
  onTestFinished(async () => {
    await processes.close();
    workspace.remove();
  });
  const guard = createGuard({ home: '/home/ada', protectedPaths: [] });
  const tool = createProcess(workspace.open, {
    executor,
    processes,
    clock,
    judge: (input, around) => guard({ capabilities: ['process.exec'], input }, around).decision,
  });

  return {
    workspace,
    processes,
    tool,

    async run(input: Record<string, unknown>, more: Partial<ToolExecutionContext> = {}) {
      const result = await tool.execute(tool.input.parse(input), workspace.context(more));
      return result.success ? result.output : result.error;
    },

    idIn: (text: string) => /proc_\w+/.exec(text)?.[0] ?? 'none',

    ended: async (id: string) => void (await processes.find(id)?.process.ended),
  };
}
