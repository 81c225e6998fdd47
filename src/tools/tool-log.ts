import { readJournalStep, type ToolStepResult } from '../protocol/journal.ts';
import type { GuardDecision, Risk } from '../protocol/tool-call.ts';
import type { Step, Turn } from '../protocol/turn.ts';
import type { TurnStore } from '../storage/storage.ts';

/** One call of the journal, for people and programs. Arguments were masked when they were written. */
export interface LoggedCall {
  readonly tool: string;
  /** How the model called it, where that is another name. */
  readonly calledAs?: string;
  /** A tool outcome; `started` for one of which no end is known. */
  readonly outcome: string;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly durationMs?: number;
  readonly attempts?: number;
  readonly principal: string;
  readonly sessionKey: string;
  readonly traceId: string;
  readonly turnId: string;
  readonly step: string;
  readonly executionId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** What it was to do; of a call that did not begin, why not. */
  readonly summary: string;
  /** The first line of what came of it. */
  readonly result?: string;
  readonly arguments?: unknown;
  readonly risk?: Risk | undefined;
  readonly decision?: GuardDecision | undefined;
  readonly approvalId?: string | undefined;
  readonly sideEffect?: boolean | undefined;
  readonly artifactId?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The calls of all turns and those without one, newest first. What is damaged is left out. */
export async function readToolLog(
  turns: Pick<TurnStore, 'calls'>,
  filter: Parameters<TurnStore['calls']>[0],
): Promise<readonly LoggedCall[]> {
  const calls = await turns.calls(filter);
  return calls.flatMap(({ turn, step }) => toLogged(turn, step) ?? []);
}

function toLogged(turn: Turn, stored: Step): LoggedCall | undefined {
  const frame = {
    startedAt: stored.startedAt,
    principal: turn.principal,
    sessionKey: turn.sessionKey,
    traceId: turn.traceId,
    turnId: turn.id,
    step: stored.name,
  };
  const step = readOrSkip(stored);
  if (step?.kind !== 'tool') return undefined;
  if (step.status === 'started') {
    const { maskedArguments, ...start } = step.result;
    return { ...frame, ...start, outcome: 'started', arguments: maskedArguments };
  }
  const { message, start, maskedArguments, callKey: _, ...result } = step.result;
  const tool = result.tool ?? start?.tool ?? message.tool;
  return {
    ...frame,
    ...result,
    tool,
    summary: start?.summary ?? result.summary,
    ...(start !== undefined && { result: result.summary }),
    ...(message.tool !== tool && { calledAs: message.tool }),
    outcome: message.outcome,
    ...(step.endedAt !== undefined && { endedAt: step.endedAt }),
    ...(start !== undefined && { idempotencyKey: start.idempotencyKey }),
    ...(message.artifactId !== undefined && { artifactId: message.artifactId }),
    ...(result.decision !== undefined && { decision: decisionOf(message.outcome, result) }),
    arguments: start?.maskedArguments ?? maskedArguments,
  };
}

/** A question may rest on another rule than the guard's own: then that is its reason. */
function decisionOf(
  outcome: string,
  { decision, metadata }: Pick<ToolStepResult, 'decision' | 'metadata'>,
): GuardDecision | undefined {
  const { why } = metadata;
  if (outcome !== 'approval_required' || typeof why !== 'string') return decision;
  return decision?.reason === '' ? { ...decision, reason: why } : decision;
}

function readOrSkip(step: Step) {
  try {
    return readJournalStep(step);
  } catch {
    return undefined;
  }
}
