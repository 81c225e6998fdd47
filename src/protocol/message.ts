import { z } from 'zod';
import { ContentBlock } from './content.ts';
import { Principal } from './event.ts';
import { Origin } from './origin.ts';
import { ToolOutcome } from './tool-call.ts';

/** What a provider wants back verbatim with a part (signatures, ids), by provider name. */
const ProviderMetadata = z.record(z.string(), z.unknown());

export const AssistantPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  /** Kept apart from text and never shown to a person; returned only to the provider that made it. */
  z.object({
    type: z.literal('reasoning'),
    text: z.string(),
    metadata: ProviderMetadata.optional(),
  }),
  z.object({
    type: z.literal('tool-call'),
    /** Our step name, e.g. `tool_1_0`. */
    callId: z.string(),
    /** The provider's own id, echoed back to it and used for nothing else. */
    providerCallId: z.string(),
    tool: z.string(),
    /** JSON text as the model wrote it. */
    argumentsText: z.string(),
    metadata: ProviderMetadata.optional(),
  }),
]);
export type AssistantPart = z.infer<typeof AssistantPart>;
export type ToolCallPart = Extract<AssistantPart, { type: 'tool-call' }>;

export const UserMessage = z.object({
  role: z.literal('user'),
  principal: Principal,
  content: z.array(ContentBlock),
});
export type UserMessage = z.infer<typeof UserMessage>;

export const AssistantMessage = z.object({
  role: z.literal('assistant'),
  /** `provider/model` that wrote it; `runtime` for sentences of our own. */
  model: z.string(),
  parts: z.array(AssistantPart),
});
export type AssistantMessage = z.infer<typeof AssistantMessage>;

export const ToolMessage = z.object({
  role: z.literal('tool'),
  callId: z.string(),
  providerCallId: z.string(),
  tool: z.string(),
  outcome: ToolOutcome,
  /** What the model reads. */
  text: z.string(),
  artifactId: z.string().optional(),
  origin: Origin,
});
export type ToolMessage = z.infer<typeof ToolMessage>;

/** One entry of a transcript. */
export const Message = z.discriminatedUnion('role', [UserMessage, AssistantMessage, ToolMessage]);
export type Message = z.infer<typeof Message>;
