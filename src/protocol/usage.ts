import { z } from 'zod';

/** Tokens of one or more model calls, and their price. */
export const Usage = z.object({
  /** All input tokens, cached ones included. */
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Part of `inputTokens` that came from the provider's cache. */
  cacheReadTokens: z.number(),
  /** Part of `inputTokens` that was written to the provider's cache. */
  cacheWriteTokens: z.number(),
  /** Part of `outputTokens` spent on reasoning. */
  reasoningTokens: z.number(),
  /** Absent when the price of the model is not known. */
  costUsd: z.number().optional(),
});
export type Usage = z.infer<typeof Usage>;

export const NO_USAGE: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

/** The sum; its cost is absent only when neither part has one. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum = {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  };
  if (a.costUsd === undefined && b.costUsd === undefined) return sum;
  return { ...sum, costUsd: (a.costUsd ?? 0) + (b.costUsd ?? 0) };
}
