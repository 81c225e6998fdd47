import type { Clock } from '../base/clock.ts';

/** A key, or the one stand-in of a provider that needs none. */
export interface Credential {
  readonly key?: string;
  /** Milliseconds it should rest before it is used for the model that was asked for; 0 when it is ready. */
  readonly restMs: number;
}

/** The keys of one provider, used in turn. A key that is refused or used up rests; the others are not affected. */
export interface CredentialPool {
  /** The next ready key for a model, one that is not among the `asked` if there is any; else the one ready first. */
  take(model: string, asked: ReadonlySet<string | undefined>): Credential;
  /** How long until some key is ready; 0 when one is. */
  restMs(model: string): number;
  /** Whether a key is ready that is not among the `asked`. */
  hasFresh(model: string, asked: ReadonlySet<string | undefined>): boolean;
  /** Leaves a key alone: for one model, or for all when none is named. */
  rest(key: string | undefined, ms: number, model?: string): void;
  readonly size: number;
}

interface Entry {
  readonly key: string | undefined;
  readonly restUntil: Map<string, number>;
}

/** Stands for every model of the provider. */
const ALL = '';

export function createCredentialPool(keys: readonly string[], clock: Clock): CredentialPool {
  const distinct: readonly (string | undefined)[] =
    keys.length > 0 ? [...new Set(keys)] : [undefined];
  const entries: readonly Entry[] = distinct.map((key) => ({ key, restUntil: new Map() }));
  let turn = 0;

  function restOf({ restUntil }: Entry, model: string): number {
    const until = Math.max(restUntil.get(ALL) ?? 0, restUntil.get(model) ?? 0);
    return Math.max(0, until - clock.monotonic());
  }

  function inTurn(model: string) {
    const order = entries.map((_, index) => (turn + index) % entries.length);
    return order.flatMap((index) => {
      const entry = entries[index];
      return entry === undefined ? [] : [{ index, entry, restMs: restOf(entry, model) }];
    });
  }

  return {
    size: entries.length,

    take(model, asked) {
      const byRest = inTurn(model).toSorted((a, b) => a.restMs - b.restMs);
      const fresh = byRest.find(({ entry, restMs }) => restMs === 0 && !asked.has(entry.key));
      const first = fresh ?? byRest[0];
      if (first === undefined) return { restMs: 0 };
      turn = (first.index + 1) % entries.length;
      const { key } = first.entry;
      return { restMs: first.restMs, ...(key !== undefined && { key }) };
    },

    restMs: (model) => Math.min(...entries.map((entry) => restOf(entry, model))),

    hasFresh: (model, asked) =>
      entries.some((entry) => !asked.has(entry.key) && restOf(entry, model) === 0),

    rest(key, ms, model = ALL) {
      entries.find((entry) => entry.key === key)?.restUntil.set(model, clock.monotonic() + ms);
    },
  };
}
