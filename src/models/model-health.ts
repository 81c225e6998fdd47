import type { Clock } from '../base/clock.ts';
import type { ModelFailure } from './model-provider.ts';

export interface HealthSettings {
  /** Failures in a row after which a model is left alone. */
  readonly failuresBeforeCooldown: number;
  readonly cooldownMs: number;
}

export interface Health {
  readonly state: 'ready' | 'cooling' | 'probing';
  /** Milliseconds until it may be asked again; 0 unless cooling. */
  readonly restMs: number;
  readonly lastFailure?: ModelFailure;
}

/** Which models answer, one by one: a model that fails is left alone for a while and then tried with one request. */
export interface ModelHealth {
  of(model: string): Health;
  /** Call before each try. Whether it is the one request that finds out if the model is back. */
  begin(model: string): boolean;
  succeeded(model: string): void;
  /** Counts a failure that is the model's own. */
  failed(model: string, failure: ModelFailure): void;
  /** The try ended and says nothing about the model. */
  left(model: string): void;
  /** Resolves when no request probes the model; at once when none does. */
  settled(model: string): Promise<void>;
}

interface Record {
  failures: number;
  coolUntil: number;
  lastFailure?: ModelFailure;
  probe?: { readonly done: Promise<void>; finish(): void };
}

export function createModelHealth(settings: HealthSettings, clock: Clock): ModelHealth {
  const records = new Map<string, Record>();

  function record(model: string): Record {
    const known = records.get(model) ?? { failures: 0, coolUntil: Number.NEGATIVE_INFINITY };
    records.set(model, known);
    return known;
  }

  function endProbe(of: Record) {
    of.probe?.finish();
    delete of.probe;
  }

  return {
    of(model) {
      const { failures, coolUntil, lastFailure, probe } = record(model);
      const restMs = Math.max(0, coolUntil - clock.monotonic());
      const unwell = failures >= settings.failuresBeforeCooldown;
      const state = restMs > 0 ? 'cooling' : unwell && probe !== undefined ? 'probing' : 'ready';
      return { state, restMs, ...(lastFailure !== undefined && { lastFailure }) };
    },

    begin(model) {
      const known = record(model);
      if (known.failures < settings.failuresBeforeCooldown || known.probe !== undefined) {
        return false;
      }
      let finish: () => void = () => undefined;
      const done = new Promise<void>((resolve) => {
        finish = resolve;
      });
      known.probe = { done, finish };
      return true;
    },

    succeeded(model) {
      const known = record(model);
      known.failures = 0;
      known.coolUntil = Number.NEGATIVE_INFINITY;
      delete known.lastFailure;
      endProbe(known);
    },

    failed(model, failure) {
      const known = record(model);
      known.failures += 1;
      known.lastFailure = failure;
      if (known.failures >= settings.failuresBeforeCooldown) {
        known.coolUntil = clock.monotonic() + settings.cooldownMs;
      }
      endProbe(known);
    },

    left(model) {
      endProbe(record(model));
    },

    async settled(model) {
      await record(model).probe?.done;
    },
  };
}
