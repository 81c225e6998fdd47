import type { Clock } from '../../base/clock.ts';
import { untilAborted } from '../../base/until-aborted.ts';
import type { Executor } from '../../executors/executor.ts';
import type { GuardDecision } from '../../protocol/tool-call.ts';
import {
  defineTool,
  type GuardContext,
  type ToolExecutionContext,
  type ToolPart,
  type ToolResult,
} from '../../tools/tool.ts';
import { failure, toFailure } from '../shared/failure.ts';
import { guardLinks } from '../shared/guard-links.ts';
import type { JudgeCommand } from '../shared/judge-command.ts';
import type { OpenWorkspace } from '../shared/open-workspace.ts';
import { guardPath } from '../shared/path-guard.ts';
import { showInput } from '../shared/show-input.ts';
import { LONGEST_WAIT_MS, ProcessInput } from './input.ts';
import { presentList, presentProcess } from './present-process.ts';
import { cannotStart, type KeptProcess, type Processes } from './processes.ts';
import { waitForNews } from './wait-for-news.ts';

export interface ProcessToolDeps {
  readonly executor: Executor;
  readonly processes: Processes;
  readonly clock: Clock;
  readonly judge: JudgeCommand;
}

const MARGIN_MS = 15_000;
const USUAL_WAIT_MS = 1_000;
const MOST_WRITTEN = 100_000;

export function createProcess(openWorkspace: OpenWorkspace, deps: ProcessToolDeps) {
  const { executor, processes, clock, judge } = deps;

  async function start(input: ProcessInput, context: ToolExecutionContext): Promise<ToolResult> {
    const { command = '', cwd = '.' } = input;
    const place = await openWorkspace(context.workspace).locate(cwd);
    if (place.kind !== 'folder') {
      return failure(`cwd ${cwd} is no folder of the workspace. list_dir shows them.`);
    }
    const { sessionKey, signal } = context;
    const started = await processes.start({ sessionKey, command, cwd: place.path });
    if ('problem' in started) return failure(`The process was not started: ${started.problem}`);
    await waitForNews(started, { clock, signal, waitMs: input.waitMs ?? USUAL_WAIT_MS });
    return presentProcess(started, clock, 'Started. ');
  }

  async function write(one: KeptProcess, input: ProcessInput, signal: AbortSignal) {
    const { text = '', end = false, waitMs = USUAL_WAIT_MS } = input;
    if (text === '' && !end) return failure('Nothing was to be written. Give text, or end.');
    // A process that reads nothing leaves a long text waiting.
    const taken = text === '' || (await untilAborted(one.process.write(text), signal));
    if (!taken) {
      return failure(`${one.id} takes no input any more. Poll it to see how it stands.`);
    }
    one.written = `${one.written}${text}`.slice(-MOST_WRITTEN);
    if (end) one.process.closeInput();
    await waitForNews(one, { clock, signal, waitMs });
    return presentProcess(one, clock, end ? 'Written, and the input is closed. ' : 'Written. ');
  }

  async function work(input: ProcessInput, context: ToolExecutionContext): Promise<ToolResult> {
    const { action, id = '', waitMs = 0 } = input;
    const { sessionKey, signal } = context;
    if (action === 'start') return start(input, context);
    if (action === 'list') return presentList(processes.list(sessionKey), clock);
    const one = processes.find(id);
    if (one?.sessionKey !== sessionKey) return unknownProcess(id);
    if (action === 'write') return write(one, input, signal);
    if (action === 'stop') await one.stop('stop');
    else await waitForNews(one, { clock, signal, waitMs });
    return presentProcess(one, clock);
  }

  return defineTool<ProcessInput>({
    name: 'process',
    title: 'Run in the background',
    description:
      'Run commands in the background: start (server, watcher, long build), list, poll (state and new output; waitMs waits for news), write text (with \\n; end closes the input), stop.',
    input: ProcessInput,
    capabilities: ['process.exec', 'process.manage', 'session.read'],
    riskLevel: 'exec',
    idempotency: 'unsafe',
    timeoutMs: LONGEST_WAIT_MS + MARGIN_MS,
    narrow: ({ action }) => PARTS[action],
    summarize: (input) => summarize(input, processes),
    guard: (input, context) => guardProcess(input, context, { openWorkspace, processes, judge }),

    async readiness() {
      if (executor.start === undefined) return { ready: false, reason: cannotStart(executor.name) };
      return executor.readiness();
    },

    async execute(input, context) {
      try {
        return await work(input, context);
      } catch (thrown) {
        return toFailure(thrown);
      }
    },
  });
}

const LOOKING: ToolPart = {
  capabilities: ['session.read'],
  riskLevel: 'read_only',
  idempotency: 'pure',
};

const MANAGING: ToolPart = {
  capabilities: ['process.manage'],
  riskLevel: 'exec',
  idempotency: 'unsafe',
};

/** What each action needs; starting needs the whole tool. */
const PARTS: Readonly<Record<ProcessInput['action'], ToolPart | undefined>> = {
  start: undefined,
  list: LOOKING,
  poll: LOOKING,
  write: MANAGING,
  stop: { ...MANAGING, idempotency: 'idempotent' },
};

function unknownProcess(id: string): ToolResult {
  return failure(
    `This conversation has no process ${id}. list shows those it has; a restart of the runtime ends them all.`,
  );
}

function summarize(input: ProcessInput, processes: Processes): string {
  const { action, command, cwd, id = '', text, end } = input;
  if (action === 'start') return `start ${command}${cwd === undefined ? '' : `  (in ${cwd})`}`;
  if (action === 'list') return 'list processes';
  const named = processes.find(id);
  const which = named === undefined ? id : `${id} (${named.command})`;
  if (action !== 'write') return `${action} ${which}`;
  const closing = end === true ? '\nand close its input' : '';
  return `write to ${which}${text === undefined ? '' : `\ninput:\n${showInput(text)}`}${closing}`;
}

interface GuardDeps extends Pick<ProcessToolDeps, 'processes' | 'judge'> {
  readonly openWorkspace: OpenWorkspace;
}

/** Starting is judged as `exec` is; what is written, as input of the command that reads it, with all before it. */
async function guardProcess(
  { action, command = '', cwd = '.', id = '', text = '' }: ProcessInput,
  { workspace, networkPolicy }: GuardContext,
  { openWorkspace, processes, judge }: GuardDeps,
): Promise<GuardDecision> {
  if (action === 'start') {
    const files = openWorkspace(workspace);
    const place = await guardPath(files, cwd);
    if (place.action === 'deny') return place;
    return (await guardLinks(files, workspace, { command, cwd })) ?? place;
  }
  const reader = action === 'write' ? processes.find(id) : undefined;
  if (reader === undefined) return HARMLESS;
  const read = { command: reader.command, cwd: reader.cwd, stdin: `${reader.written}${text}` };
  return judge(read, { workspace, networkPolicy });
}

const HARMLESS: GuardDecision = { action: 'allow', reason: '', patternKey: 'none', facts: [] };
