import { backoffMs } from '../base/backoff.ts';
import type { ModelFailure } from './model-provider.ts';

export interface RetrySettings {
  /** How often the same model is asked again after a failure that may pass. */
  readonly maxRetries: number;
  /** The longest that a provider's Retry-After is waited for; past it the next model is asked. */
  readonly longestRetryAfterMs: number;
}

export interface Setback {
  readonly failure: ModelFailure;
  /** Failures of this model within this call, this one included; those after which a fresh key was left are not counted. */
  readonly failures: number;
  /** Whether a key of the provider is ready that this call has not asked the model with. */
  readonly keyLeft: boolean;
  /** Whether another model is ready. */
  readonly modelLeft: boolean;
  /** Whether the model is being left alone: before this try, or because of it. */
  readonly unwell: boolean;
}

/** Ask the same model again, ask the next one, or give up. */
export type Verdict =
  | { readonly next: 'again'; readonly afterMs: number }
  | { readonly next: 'model' }
  | { readonly next: 'stop' };

export type RetryPolicy = (setback: Setback) => Verdict;

type Answer = Verdict['next'] | 'retry';

export function createRetryPolicy(settings: RetrySettings, random: () => number): RetryPolicy {
  function retry({ failure, failures, modelLeft, unwell }: Setback): Verdict {
    if (failures > settings.maxRetries || (unwell && modelLeft)) return { next: 'model' };
    // "At once" from a provider that just refused is no advice.
    const afterMs = Math.max(failure.retryAfterMs ?? 0, backoffMs(failures - 1, random));
    return afterMs > settings.longestRetryAfterMs ? { next: 'model' } : { next: 'again', afterMs };
  }

  return (setback) => {
    const answer = answerTo(setback);
    if (answer === 'retry') return retry(setback);
    return answer === 'again' ? { next: 'again', afterMs: 0 } : { next: answer };
  };
}

/** What each kind of failure calls for. */
function answerTo({ failure, keyLeft, modelLeft, unwell }: Setback): Answer {
  switch (failure.code) {
    case 'aborted':
    case 'context_overflow':
    case 'content_filter':
      return 'stop';
    case 'bad_request':
      return failure.retryable ? 'model' : 'stop';
    case 'auth':
    case 'quota':
      return keyLeft ? 'again' : 'model';
    case 'rate_limited':
      return keyLeft && !(unwell && modelLeft) ? 'again' : 'retry';
    case 'timeout':
      return modelLeft ? 'model' : 'retry';
    case 'overloaded':
    case 'network':
    case 'protocol':
      return 'retry';
  }
}

/** Whether a failure is the model's or its provider's own, so that it counts towards leaving the model alone. */
export function isModelFailure({ code }: ModelFailure, keyLeft: boolean): boolean {
  if (code === 'rate_limited') return !keyLeft;
  return ['overloaded', 'timeout', 'network', 'protocol'].includes(code);
}
