import { AgentError } from '../base/errors.ts';
import type { ChildCaps } from '../protocol/event.ts';
import { addUsage, NO_USAGE } from '../protocol/usage.ts';
import type { Caps } from './caps.ts';
import type { Parent } from './child-parent.ts';
import { finishedCalls } from './finished-calls.ts';
import { usageOfWorkers } from './spent.ts';

interface CapRequest {
  readonly asked: Partial<ChildCaps> | undefined;
  /** Those of its siblings at work. */
  readonly held: readonly ChildCaps[];
}

/** Money and tokens are one purse with the parent: unasked, a worker gets half of what is left, so that siblings get some. */
const SHARE = 0.5;

/**
 * What a worker may use up: what was asked for, never more than its parent has left. Calls and time are its own; the
 * time of a parent that waits ends both.
 */
export function capsFor(configured: Caps, parent: Parent, { asked = {}, held }: CapRequest) {
  const left = leftOf(configured, parent, held);
  const caps: ChildCaps = {
    modelCalls: Math.min(asked.modelCalls ?? left.modelCalls, left.modelCalls),
    toolCalls: Math.min(asked.toolCalls ?? left.toolCalls, left.toolCalls),
    tokens: Math.floor(Math.min(asked.tokens ?? left.tokens * SHARE, left.tokens)),
    costUsd: Math.min(asked.costUsd ?? left.costUsd * SHARE, left.costUsd),
    wallTime: Math.min(asked.wallTime ?? left.wallTime, left.wallTime),
  };
  const spent = (['modelCalls', 'tokens', 'costUsd', 'wallTime'] as const).find(
    (name) => caps[name] <= 0,
  );
  if (spent === undefined) return caps;
  throw new AgentError(
    'forbidden',
    `No worker was started: nothing is left of ${spent} (agent.caps.${spent}). Finish with what you have.`,
  );
}

function leftOf(configured: Caps, { turn, inbound, steps }: Parent, held: readonly ChildCaps[]) {
  const caps = inbound.child?.caps ?? configured;
  const own = steps.flatMap((step) => (step.kind === 'llm' ? [step.result.usage] : []));
  const calls = finishedCalls(steps);
  const usage = [...own, usageOfWorkers(calls)].reduce(addUsage, NO_USAGE);
  const heldTokens = held.reduce((sum, { tokens }) => sum + tokens, 0);
  const heldCost = held.reduce((sum, { costUsd }) => sum + costUsd, 0);
  return {
    modelCalls: caps.modelCalls - own.length,
    toolCalls: Math.max(0, caps.toolCalls - calls.length),
    tokens: caps.tokens - usage.inputTokens - usage.outputTokens - heldTokens,
    costUsd: caps.costUsd - (usage.costUsd ?? 0) - heldCost,
    wallTime: caps.wallTime - turn.activeMs,
  };
}
