import type { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import type { JsonObject } from '../base/json.ts';
import type { AssistantPart } from '../protocol/message.ts';
import type { Usage } from '../protocol/usage.ts';

/** A tool as a model sees it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments object. */
  readonly parameters: JsonObject;
}

export type ModelContent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image' | 'file';
      readonly mediaType: string;
      readonly base64: string;
      readonly name?: string;
    };

/** A message as a provider gets it: attachments are bytes, and nothing is left to look up. */
export type ModelMessage =
  | { readonly role: 'user'; readonly content: readonly ModelContent[] }
  | {
      readonly role: 'assistant';
      /** `provider/model` that wrote it; reasoning goes back only to the same provider. */
      readonly model: string;
      readonly parts: readonly AssistantPart[];
    }
  | {
      readonly role: 'tool';
      readonly results: readonly {
        readonly providerCallId: string;
        readonly tool: string;
        readonly text: string;
        readonly failed: boolean;
      }[];
    };

/**
 * One call. `system` comes first and is the same bytes from turn to turn, then `tools`, then `messages`:
 * the order in which providers cache a prefix.
 */
export interface ModelRequest {
  /** The provider's own name of the model, without the provider. */
  readonly model: string;
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  /** `none` withholds the tools but keeps them defined, so that a history with calls stays valid. */
  readonly toolChoice: 'auto' | 'none' | 'required';
  readonly messages: readonly ModelMessage[];
  readonly maxOutputTokens?: number;
  /** Same value for the calls of one session, for providers that route by it to a warm cache. */
  readonly cacheKey?: string;
}

export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other';

export type ModelErrorCode =
  | 'auth'
  | 'rate_limited'
  | 'quota'
  | 'overloaded'
  | 'timeout'
  | 'network'
  | 'bad_request'
  | 'context_overflow'
  | 'content_filter'
  /** The provider's stream made no sense, ended early, or held broken JSON. */
  | 'protocol'
  | 'aborted';

export interface ModelFailure {
  readonly code: ModelErrorCode;
  /** English, for logs; without secrets. */
  readonly message: string;
  /** Whether the same request can succeed later or elsewhere. */
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  readonly status?: number;
}

/** What a provider streams. The last part is `finish` or `error`, exactly once; a stream never throws. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** Ends a block of reasoning; `metadata` is what the provider wants back with it. */
  | { readonly type: 'reasoning-end'; readonly metadata?: Record<string, unknown> }
  /** A complete call. `argumentsText` is JSON text as the model wrote it, valid or not. */
  | {
      readonly type: 'tool-call';
      readonly providerCallId: string;
      readonly tool: string;
      readonly argumentsText: string;
      readonly metadata?: Record<string, unknown>;
    }
  | { readonly type: 'finish'; readonly reason: FinishReason; readonly usage: Usage }
  | { readonly type: 'error'; readonly failure: ModelFailure };

export interface EmbedRequest {
  readonly model: string;
  readonly texts: readonly string[];
}

export type EmbedResult =
  | { readonly ok: true; readonly vectors: readonly (readonly number[])[]; readonly usage: Usage }
  | { readonly ok: false; readonly failure: ModelFailure };

export interface CallOptions {
  /** The key to use; absent for providers that need none. The router chooses it from the pool. */
  readonly credential?: string;
  readonly signal: AbortSignal;
  /** How long silence may last; a provider's own settings come first. */
  readonly timeouts?: { readonly firstPartMs: number; readonly idleMs: number };
}

/**
 * A way to reach models. Adapters translate and never retry, rotate keys, fall back or cool down: the
 * router does. They must not throw; a failure is the last part of the stream.
 */
export interface ModelProvider {
  stream(request: ModelRequest, options: CallOptions): AsyncIterable<ModelPart>;
  /** Absent when the provider has no embeddings. */
  embed?(request: EmbedRequest, options: CallOptions): Promise<EmbedResult>;
}

export interface ModelProviderDeps {
  /** The egress client: honours proxy, private CA and time-outs. */
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

/** What an adapter's folder exports. */
export interface ModelProviderDefinition<Settings = unknown> {
  /** The adapter's own configuration section, secrets marked; checked when the configuration is loaded. */
  readonly settings: z.ZodType<Settings>;
  /** May load an SDK; called on first use of the provider. */
  create(settings: Settings, deps: ModelProviderDeps): ModelProvider;
}

/** Types `create` from `settings`; does nothing else. */
export function defineProvider<Settings>(
  definition: ModelProviderDefinition<Settings>,
): ModelProviderDefinition<Settings> {
  return definition;
}
