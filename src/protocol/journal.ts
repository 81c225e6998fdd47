import { z } from 'zod';
import { AgentError } from '../base/errors.ts';
import { AssistantMessage, ToolMessage } from './message.ts';
import { GuardDecision, IdempotencyClass, Risk } from './tool-call.ts';
import type { Step } from './turn.ts';
import { Usage } from './usage.ts';

/** What the `context` step decided: which part of the history the models of this turn read. */
export const ContextStepResult = z.object({
  /** History up to and including this position belongs to earlier turns. */
  historyUpTo: z.int(),
  /** Positions left out in favour of the digest; absent when everything fits. */
  cut: z
    .object({
      fromSeq: z.int(),
      toSeq: z.int(),
      digest: z.string(),
      by: z.enum(['digest', 'summary']),
    })
    .optional(),
  /** Positions up to which results of calls, and up to which all messages, are read shortened; absent when none are. */
  shortened: z.object({ resultsUpTo: z.int(), allUpTo: z.int() }).optional(),
  estimatedTokens: z.int(),
  windowTokens: z.int(),
  /** Names of the tools shown. */
  tools: z.array(z.string()),
});
export type ContextStepResult = z.infer<typeof ContextStepResult>;

/** What a finished `llm_n` step holds: enough never to pay for it again. */
export const LlmStepResult = z.object({
  message: AssistantMessage,
  provider: z.string(),
  model: z.string(),
  routeReason: z.string(),
  /** Whether another model was asked or due before this one; absent in older journals. */
  fellBack: z.boolean().optional(),
  finishReason: z.string(),
  usage: Usage,
  /** Tries before the one that worked. */
  retries: z.int(),
  firstPartMs: z.number(),
});
export type LlmStepResult = z.infer<typeof LlmStepResult>;

/** What a `started` tool step holds. */
export const ToolStepStart = z.object({
  tool: z.string(),
  idempotencyKey: z.string(),
  /** What it was when it began, whatever becomes of the tool; absent in older journals. */
  idempotency: IdempotencyClass.optional(),
  maskedArguments: z.unknown(),
  summary: z.string(),
  risk: Risk,
  decision: GuardDecision,
  approvalId: z.string().optional(),
  /** Absent in older journals. */
  executionId: z.string().optional(),
});
export type ToolStepStart = z.infer<typeof ToolStepStart>;

/** What a finished `tool_n_m` step holds. */
export const ToolStepResult = z.object({
  message: ToolMessage,
  summary: z.string(),
  attempts: z.int(),
  durationMs: z.number(),
  metadata: z.record(z.string(), z.unknown()),
  risk: Risk.optional(),
  decision: GuardDecision.optional(),
  approvalId: z.string().optional(),
  /** `tool` + canonical arguments; absent when they were not JSON. */
  callKey: z.string().optional(),
  sideEffect: z.boolean(),
  /** Present when the call had begun before it ended: its start, for people. */
  start: ToolStepStart.optional(),
  /** The tool's own name, by whatever name it was called; absent in older journals. */
  tool: z.string().optional(),
  executionId: z.string().optional(),
  /** Of a call that did not begin. */
  maskedArguments: z.unknown().optional(),
});
export type ToolStepResult = z.infer<typeof ToolStepResult>;

/** What the `reply` step holds. */
export const ReplyStepResult = z.object({
  text: z.string(),
  /** A sentence of our own that ends the turn in the transcript: why it failed, stopped or was capped. */
  closing: AssistantMessage.optional(),
  /** Ids of the outbound events. */
  deliveries: z.array(z.string()),
});
export type ReplyStepResult = z.infer<typeof ReplyStepResult>;

type Body =
  | { readonly kind: 'context'; readonly status: 'done'; readonly result: ContextStepResult }
  | { readonly kind: 'llm'; readonly status: 'done'; readonly result: LlmStepResult }
  | { readonly kind: 'tool'; readonly status: 'started'; readonly result: ToolStepStart }
  | { readonly kind: 'tool'; readonly status: 'done'; readonly result: ToolStepResult }
  | { readonly kind: 'reply'; readonly status: 'done'; readonly result: ReplyStepResult };

/** A journalled step whose result has the shape of its kind. */
export type JournalStep = Omit<Step, 'kind' | 'status' | 'result'> & Body;

/** Reads a stored step; `storage_damaged` when its result does not have the shape of its kind. */
export function readJournalStep(step: Step): JournalStep {
  try {
    return { ...step, ...readBody(step) };
  } catch (cause) {
    const key = `${step.turnId}#${step.name}`;
    const details = { table: 'steps', key };
    throw new AgentError('storage_damaged', `Step ${key} is damaged.`, { cause, details });
  }
}

function readBody({ kind, status, result }: Step): Body {
  switch (kind) {
    case 'context':
      return { kind, status: 'done', result: ContextStepResult.parse(result) };
    case 'llm':
      return { kind, status: 'done', result: LlmStepResult.parse(result) };
    case 'tool':
      return status === 'started'
        ? { kind, status, result: ToolStepStart.parse(result) }
        : { kind, status, result: ToolStepResult.parse(result) };
    case 'reply':
      return { kind, status: 'done', result: ReplyStepResult.parse(result) };
  }
}
