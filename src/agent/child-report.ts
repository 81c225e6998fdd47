import {
  type JournalStep,
  ReplyStepResult,
  readJournalStep,
  type ToolStepResult,
} from '../protocol/journal.ts';
import { addUsage, NO_USAGE, type Usage } from '../protocol/usage.ts';
import type { EffectRecord, InboxRecord, InboxState } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { finishedCalls } from './finished-calls.ts';
import { usageOfWorkers } from './spent.ts';
import { hasReadUntrusted } from './taint.ts';
import { toldByWorkers } from './told-by-workers.ts';

/** What came of a worker's task, as the records say. */
export interface ChildReport {
  /** `done`, or why it ended before. */
  readonly status: InboxState;
  /** The worker's own words, and ours on why it ended. */
  readonly result: string;
  readonly modelCalls: number;
  readonly toolCalls: number;
  /** Absent when the price of a model is not known. */
  readonly costUsd?: number;
  readonly durationMs: number;
  readonly traceId: string;
  readonly sessionKey: string;
  /** What it and its own workers have used. */
  readonly usage: Usage;
  /** Files that it changed. */
  readonly files: readonly string[];
  /** Calls, of its own workers too, that were refused because they need a person's yes. */
  readonly neededApproval: readonly string[];
  /** What it, or a worker of its own, may have done without anybody knowing. */
  readonly unknown: readonly string[];
  /** Whether it had read text from outside. */
  readonly tainted: boolean;
}

export async function reportOf(
  { storage }: { readonly storage: Storage },
  { event, state }: InboxRecord,
): Promise<ChildReport> {
  const { traceId, sessionKey, content, child } = event;
  const named = { status: state, traceId, sessionKey };
  const turn = await storage.turns.byInbound(event.id);
  if (turn === undefined) return { ...named, ...NOTHING };
  const steps = (await storage.turns.steps(turn.id)).map(readJournalStep);
  const calls = finishedCalls(steps);
  const reply = steps.find(({ kind }) => kind === 'reply');
  const changes = await storage.sessions.fileChanges(turn.id);
  const effects = await storage.effects.list(turn.id);
  const usage = addUsage(turn.usage, usageOfWorkers(calls));
  return {
    ...named,
    result: ReplyStepResult.safeParse(reply?.result).data?.text ?? '',
    modelCalls: steps.filter(({ kind }) => kind === 'llm').length,
    toolCalls: calls.length,
    ...(usage.costUsd !== undefined && { costUsd: usage.costUsd }),
    durationMs: turn.activeMs,
    usage,
    files: [...new Set(changes.map(({ path }) => path))],
    neededApproval: [
      ...calls.filter(({ message }) => message.outcome === 'approval_required').map(describeCall),
      ...toldByWorkers(calls, 'neededApproval'),
    ],
    unknown: [...unknownOf(effects, steps), ...toldByWorkers(calls, 'unknown')],
    tainted: child?.tainted === true || hasReadUntrusted(content, calls),
  };
}

const NOTHING = {
  result: '',
  modelCalls: 0,
  toolCalls: 0,
  durationMs: 0,
  usage: NO_USAGE,
  files: [],
  neededApproval: [],
  unknown: [],
  tainted: true,
} as const;

function unknownOf(effects: readonly EffectRecord[], steps: readonly JournalStep[]): string[] {
  const summaries = new Map(
    steps.flatMap((step) => {
      if (step.kind !== 'tool') return [];
      const start = step.status === 'started' ? step.result : step.result.start;
      return start === undefined ? [] : [[step.name, start.summary] as const];
    }),
  );
  return effects
    .filter(({ status }) => status === 'unknown')
    .map(({ stepName, tool }) => summaries.get(stepName) ?? tool);
}

const ARGUMENT_CHARACTERS = 300;

function describeCall({ tool, message, maskedArguments = {} }: ToolStepResult): string {
  const given = JSON.stringify(maskedArguments);
  const shown = given.slice(0, ARGUMENT_CHARACTERS).toWellFormed();
  return `${tool ?? message.tool} ${shown}${shown.length < given.length ? '…' : ''}`;
}
