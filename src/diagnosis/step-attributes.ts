import type { z } from 'zod';
import {
  ContextStepResult,
  LlmStepResult,
  ToolStepResult,
  ToolStepStart,
} from '../protocol/journal.ts';
import type { Step } from '../protocol/turn.ts';
import type { Usage } from '../protocol/usage.ts';
import type { SpanAttributes } from './span.ts';

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/** The few facts of a step that explain it, never its text. A result that cannot be read says so. */
export function stepAttributes(step: Step): SpanAttributes {
  switch (step.kind) {
    case 'context':
      return read(step, ContextStepResult, contextFacts);
    case 'llm':
      return read(step, LlmStepResult, llmFacts);
    case 'tool':
      return step.status === 'started'
        ? read(step, ToolStepStart, startFacts)
        : read(step, ToolStepResult, toolFacts);
    case 'reply':
      return {};
  }
}

function read<Schema extends z.ZodType>(
  { result }: Step,
  schema: Schema,
  facts: (result: z.infer<Schema>) => Values,
): SpanAttributes {
  if (result === undefined) return {};
  const parsed = schema.safeParse(result);
  return parsed.success ? present(facts(parsed.data)) : { unreadable: true };
}

function contextFacts(result: ContextStepResult): Values {
  const { estimatedTokens, windowTokens, historyUpTo, tools, cut } = result;
  return {
    estimatedTokens,
    windowTokens,
    historyUpTo,
    tools: tools.length,
    cutFrom: cut?.fromSeq,
    cutTo: cut?.toSeq,
  };
}

function llmFacts({
  provider,
  model,
  routeReason,
  usage,
  retries,
  firstPartMs,
}: LlmStepResult): Values {
  return {
    provider,
    model,
    reason: routeReason,
    retries,
    firstPartMs: Math.round(firstPartMs),
    ...usageFacts(usage),
  };
}

function startFacts({ tool, summary, risk, decision, approvalId }: ToolStepStart): Values {
  return { tool, summary, risk, guard: decision.patternKey, approvalId };
}

function toolFacts(result: ToolStepResult): Values {
  const { message, summary, attempts, risk, decision, approvalId, start } = result;
  return {
    tool: message.tool,
    summary: start?.summary ?? summary,
    result: start === undefined ? undefined : summary,
    risk: risk ?? start?.risk,
    guard: (decision ?? start?.decision)?.patternKey,
    attempts,
    approvalId: approvalId ?? start?.approvalId,
    artifactId: message.artifactId,
  };
}

/** Tokens and price; what is zero and optional is left out. */
export function usageFacts(usage: Usage): SpanAttributes {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = usage;
  return present({
    inputTokens,
    outputTokens,
    cacheReadTokens: cacheReadTokens || undefined,
    cacheWriteTokens: cacheWriteTokens || undefined,
    reasoningTokens: reasoningTokens || undefined,
    costUsd: usage.costUsd,
  });
}

export function present(values: Values): SpanAttributes {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as SpanAttributes;
}
