import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { ExecuteRequest, Executor } from '../../executors/executor.ts';
import { defineTool, type ToolExecutionContext, type ToolResult } from '../../tools/tool.ts';
import type { ExecLimits } from '../shared/exec-limits.ts';
import { failure, toFailure } from '../shared/failure.ts';
import type { JudgeCommand } from '../shared/judge-command.ts';
import type { OpenWorkspace } from '../shared/open-workspace.ts';
import { guardPath } from '../shared/path-guard.ts';
import { presentExecution } from '../shared/present-execution.ts';
import { showInput } from '../shared/show-input.ts';
import { createLanguages, LANGUAGES, type Language } from './languages.ts';

export interface ExecuteCodeDeps {
  readonly executor: Executor;
  readonly clock: Clock;
  readonly judge: JudgeCommand;
  /** The program that runs JavaScript: our own. */
  readonly nodePath: string;
  readonly limits: ExecLimits;
}

const USUAL_TIMEOUT_MS = 120_000;
const MARGIN_MS = 15_000;

function inputOf({ timeoutMs }: ExecLimits) {
  return z.strictObject({
    language: z.enum(LANGUAGES),
    code: z.string().min(1),
    cwd: z.string().min(1).default('.'),
    timeoutMs: z.int().min(1).max(timeoutMs).default(Math.min(USUAL_TIMEOUT_MS, timeoutMs)),
  });
}
type Input = z.infer<ReturnType<typeof inputOf>>;

export function createExecuteCode(openWorkspace: OpenWorkspace, deps: ExecuteCodeDeps) {
  const { executor, judge, nodePath, limits } = deps;
  const languages = createLanguages(deps);

  async function run(input: Input, context: ToolExecutionContext): Promise<ToolResult> {
    const { language, timeoutMs } = input;
    const place = await openWorkspace(context.workspace).locate(input.cwd);
    if (place.kind !== 'folder') {
      return failure(`cwd ${input.cwd} is no folder of the workspace. list_dir shows them.`);
    }
    const present = await languages.present();
    if (!present.includes(language)) return missing(language, present);
    const { maxOutputBytes } = limits;
    const request = { cwd: place.path, timeoutMs, maxOutputBytes, ...programFor(input, nodePath) };
    const result = await executor.execute(request, context.signal);
    const around = { executor: executor.name, cwd: place.name, timeoutMs };
    const presented = presentExecution(result, around);
    return { ...presented, metadata: { language, ...presented.metadata } };
  }

  return defineTool<Input>({
    name: 'execute_code',
    title: 'Run code',
    description:
      'Run a program of python, javascript or bash in the workspace and wait for it. Gives exit code, stdout and stderr; print what you need. No input; what it starts ends with it.',
    input: inputOf(limits),
    capabilities: ['code.exec'],
    riskLevel: 'exec',
    idempotency: 'unsafe',
    timeoutMs: limits.timeoutMs + MARGIN_MS,
    summarize: ({ language, code, cwd }) =>
      `run ${language}${cwd === '.' ? '' : ` in ${cwd}`}\ncode:\n${showInput(code)}`,

    async guard({ language, code, cwd }, { workspace, networkPolicy }) {
      const place = await guardPath(openWorkspace(workspace), cwd);
      if (place.action === 'deny' || language !== 'bash') return place;
      return judge({ command: code, cwd }, { workspace, networkPolicy });
    },

    async readiness() {
      const able = await executor.readiness();
      if (!able.ready) return able;
      const present = await languages.present();
      if (present.length > 0) return able;
      return { ready: false, reason: 'None of python3, node and bash is installed.' };
    },

    async execute(input, context) {
      try {
        return await run(input, context);
      } catch (thrown) {
        return toFailure(thrown);
      }
    },
  });
}

function missing(language: Language, present: readonly Language[]): ToolResult {
  return failure(`There is no ${language} here. There is: ${present.join(', ') || 'none'}.`, {
    language,
    languages: present,
  });
}

/**
 * The code never becomes part of a command line that a shell would read anew: other languages read it as their input,
 * and bash, which would read its commands' input from there too, gets it as the very text that it runs.
 */
function programFor(
  { language, code }: Input,
  nodePath: string,
): Pick<ExecuteRequest, 'command' | 'stdin' | 'env'> {
  switch (language) {
    case 'python':
      return { command: 'exec python3 -', stdin: code };
    case 'javascript':
      return {
        command: 'exec "$ECHO_AGENT_NODE" -',
        stdin: code,
        env: { ECHO_AGENT_NODE: nodePath },
      };
    case 'bash':
      return { command: code };
  }
}
