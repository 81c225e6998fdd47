import type { Usage } from '../protocol/usage.ts';
import type {
  EmbedRequest,
  EmbedResult,
  FinishReason,
  ModelFailure,
  ModelRequest,
} from './model-provider.ts';

/** What a call is for; `models.routes` maps it to models. */
export type TaskType = 'chat' | 'code' | 'summary' | 'cheap' | 'embedding' | (string & {});

export interface RoutedRequest extends Omit<ModelRequest, 'model'> {
  readonly taskType: TaskType;
  /** `provider/model` that the person or the session chose; tried first. */
  readonly preferredModel?: string;
}

/** Where a call went and why. */
export interface Route {
  readonly provider: string;
  readonly model: string;
  /** One clause, e.g. `route chat`, `fallback: openai/gpt-5 is cooling down (429) until 12:31`. */
  readonly reason: string;
  /** 0 for the first try of this call; retries and fallbacks count up. */
  readonly attempt: number;
}

/**
 * What the router streams: each try begins with `route`. After a failed try that had shown text it does not
 * start over: the stream ends with `error` and `emitted: true`. Ends with `finish` or `error`, once; never throws.
 */
export type RoutedPart =
  | { readonly type: 'route'; readonly route: Route }
  /** A try failed and another follows. */
  | { readonly type: 'retry'; readonly route: Route; readonly failure: ModelFailure }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'reasoning-end'; readonly metadata?: Record<string, unknown> }
  | {
      readonly type: 'tool-call';
      readonly providerCallId: string;
      readonly tool: string;
      readonly argumentsText: string;
      readonly metadata?: Record<string, unknown>;
    }
  | {
      readonly type: 'finish';
      readonly reason: FinishReason;
      /** With its cost, where the price is known. */
      readonly usage: Usage;
      readonly route: Route;
      /** The limit of its length that was asked for, where one was. */
      readonly maxOutputTokens?: number;
      /** Milliseconds from the first try to the first part of the try that worked. */
      readonly firstPartMs: number;
    }
  | { readonly type: 'error'; readonly failure: ModelFailure; readonly emitted: boolean };

export interface ModelState {
  /** `provider/model`. */
  readonly model: string;
  readonly state: 'ready' | 'cooling' | 'probing';
  readonly until?: number;
  readonly lastFailure?: string;
  /** Tokens the model's window holds; the default of 128,000 when it is not known. */
  readonly contextWindow: number;
}

/** The one way to a model: routes, retries, falls back, rotates keys, cools down, counts cost. */
export interface ModelRouter {
  stream(request: RoutedRequest, signal: AbortSignal): AsyncIterable<RoutedPart>;
  embed(request: Omit<EmbedRequest, 'model'>, signal: AbortSignal): Promise<EmbedResult>;
  /** The model that a request of this kind would go to first, now. */
  choose(request: Pick<RoutedRequest, 'taskType' | 'preferredModel'>): ModelState;
  /** Every configured model and how it is. */
  states(): readonly ModelState[];
}
