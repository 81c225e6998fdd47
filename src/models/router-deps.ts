import type { Clock } from '../base/clock.ts';
import type { Usage } from '../protocol/usage.ts';
import type { HealthSettings } from './model-health.ts';
import type { ModelProvider } from './model-provider.ts';
import type { RetrySettings } from './retry-policy.ts';

/** One section of `providers`, ready for use. */
export interface RoutedProvider {
  /** Opens the provider; called once, when it is first needed. */
  open(): Promise<ModelProvider>;
  /** Its keys, used in turn; empty when it needs none. */
  readonly credentials: readonly string[];
  readonly requestsPerMinute?: number;
  /** Models that its settings name. */
  readonly models: readonly string[];
  /** Undefined when nothing is known of the model. */
  contextWindow(model: string): number | undefined;
  /** Longest answer of one call that its settings say; undefined when they do not. */
  maxOutputTokens(model: string): number | undefined;
}

export interface RouterSettings extends HealthSettings, RetrySettings {
  readonly firstPartMs: number;
  readonly idleMs: number;
  /** Longest answer of one call, unless the call or the model's settings say their own. */
  readonly maxOutputTokens?: number;
}

export const DEFAULT_ROUTER_SETTINGS: RouterSettings = {
  failuresBeforeCooldown: 3,
  cooldownMs: 120_000,
  maxRetries: 2,
  longestRetryAfterMs: 30_000,
  firstPartMs: 60_000,
  idleMs: 120_000,
};

export interface RouterDeps {
  /** By the name of their section. */
  readonly providers: Readonly<Record<string, RoutedProvider>>;
  /** `provider/model` by task type, in order of preference. */
  readonly routes: Readonly<Record<string, readonly string[]>>;
  /** Tried in order when the others fail. */
  readonly fallback: readonly string[];
  readonly default: string;
  readonly settings: RouterSettings;
  readonly clock: Clock;
  readonly random: () => number;
  /** In US dollars; undefined when the price is not known. */
  priceOf(provider: string, model: string, usage: Usage): number | undefined;
}
