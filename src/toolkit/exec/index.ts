import { z } from 'zod';
import type { Executor } from '../../executors/executor.ts';
import { defineTool, type ToolExecutionContext, type ToolResult } from '../../tools/tool.ts';
import { type ExecLimits, USUAL_LIMITS } from '../shared/exec-limits.ts';
import { failure, toFailure } from '../shared/failure.ts';
import { guardLinks } from '../shared/guard-links.ts';
import type { OpenWorkspace } from '../shared/open-workspace.ts';
import { guardPath } from '../shared/path-guard.ts';
import { presentExecution } from '../shared/present-execution.ts';
import { showInput } from '../shared/show-input.ts';

const USUAL_TIMEOUT_MS = 120_000;

/** Beyond the command's own limit, for its tree to be ended and its output to be gathered. */
const MARGIN_MS = 15_000;

function inputOf({ timeoutMs }: ExecLimits) {
  return z.strictObject({
    command: z.string().min(1),
    cwd: z.string().min(1).default('.'),
    timeoutMs: z.int().min(1).max(timeoutMs).default(Math.min(USUAL_TIMEOUT_MS, timeoutMs)),
    stdin: z.string().optional(),
  });
}
type Input = z.infer<ReturnType<typeof inputOf>>;

export function createExec(
  openWorkspace: OpenWorkspace,
  executor: Executor,
  limits: ExecLimits = USUAL_LIMITS,
) {
  const { maxOutputBytes } = limits;

  async function run(input: Input, context: ToolExecutionContext): Promise<ToolResult> {
    const { command, timeoutMs, stdin } = input;
    const place = await openWorkspace(context.workspace).locate(input.cwd);
    if (place.kind !== 'folder') {
      return failure(`cwd ${input.cwd} is no folder of the workspace. list_dir shows them.`);
    }
    const request = { command, cwd: place.path, timeoutMs, maxOutputBytes };
    const result = await executor.execute(
      stdin === undefined ? request : { ...request, stdin },
      context.signal,
    );
    return presentExecution(result, { executor: executor.name, cwd: place.name, timeoutMs });
  }

  return defineTool<Input>({
    name: 'exec',
    aliases: ['bash', 'shell'],
    title: 'Run a command',
    description:
      'Run a shell command in the workspace and wait for it. Gives exit code, stdout and stderr. No terminal, no input but stdin; what it starts ends with it.',
    input: inputOf(limits),
    capabilities: ['process.exec'],
    riskLevel: 'exec',
    idempotency: 'unsafe',
    timeoutMs: limits.timeoutMs + MARGIN_MS,
    summarize: ({ command, cwd, stdin = '' }) => {
      const where = cwd === '.' ? command : `${command}  (in ${cwd})`;
      return stdin === '' ? where : `${where}\nstdin:\n${showInput(stdin)}`;
    },
    async guard(input, { workspace }) {
      const files = openWorkspace(workspace);
      const place = await guardPath(files, input.cwd);
      if (place.action === 'deny') return place;
      return (await guardLinks(files, workspace, input)) ?? place;
    },
    readiness: () => executor.readiness(),

    async execute(input, context) {
      try {
        return await run(input, context);
      } catch (thrown) {
        return toFailure(thrown);
      }
    },
  });
}
