import type { Config } from '../config/schema.ts';
import type { Step } from '../protocol/turn.ts';
import type { Usage } from '../protocol/usage.ts';

export type Caps = Config['agent']['caps'];
export type CapName = keyof Caps | 'costPerDayUsd';

/** What a turn has used up so far. */
export interface Spent {
  readonly steps: readonly Step[];
  readonly usage: Usage;
  readonly activeMs: number;
}

/** The first cap that forbids another model call, if any. */
export function capBeforeModelCall(caps: Caps, spent: Spent): CapName | undefined {
  const { inputTokens, outputTokens, costUsd } = spent.usage;
  if (count(spent.steps, 'llm') >= caps.modelCalls) return 'modelCalls';
  if (inputTokens + outputTokens >= caps.tokens) return 'tokens';
  if ((costUsd ?? 0) >= caps.costUsd) return 'costUsd';
  if (spent.activeMs >= caps.wallTime) return 'wallTime';
  return undefined;
}

/** The first cap that forbids another tool call, if any; `beside` calls begin with it. */
export function capBeforeToolCall(caps: Caps, spent: Spent, beside: number): CapName | undefined {
  if (count(spent.steps, 'tool') + beside >= caps.toolCalls) return 'toolCalls';
  if (spent.activeMs >= caps.wallTime) return 'wallTime';
  return undefined;
}

function count(steps: readonly Step[], kind: Step['kind']): number {
  return steps.filter((step) => step.kind === kind).length;
}
