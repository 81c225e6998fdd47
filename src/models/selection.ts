import type { Candidate, Candidates } from './candidates.ts';
import type { ModelHealth } from './model-health.ts';
import { createStopper } from './stopper.ts';

export interface Choice {
  readonly candidate: Candidate;
  /** One clause: why this one. */
  readonly reason: string;
  /** It has failed before: this request finds out if it is back, or is made because nothing else is ready. */
  readonly unwell: boolean;
}

export interface Selection {
  /** Those that can be asked now, in order. */
  ready(list: readonly Candidate[]): readonly Candidate[];
  /** The one whose rest ends first. */
  soonest(list: readonly Candidate[]): Candidate | undefined;
  /**
   * Where a call goes first. When nothing is ready but a model is being probed by another call, waits for how that
   * ends; when nothing is ready then either, takes the one that is ready soonest. Begins a try of it.
   */
  first(list: readonly Candidate[], signal: AbortSignal): Promise<Choice | undefined>;
}

export function createSelection(candidates: Candidates, health: ModelHealth): Selection {
  const ready = (list: readonly Candidate[]) =>
    list.filter((candidate) => candidates.availability(candidate).state === 'ready');

  function soonest(list: readonly Candidate[]): Candidate | undefined {
    const rest = (candidate: Candidate) => candidates.availability(candidate).restMs;
    return list.toSorted((a, b) => rest(a) - rest(b))[0];
  }

  function choose(list: readonly Candidate[]): Choice | undefined {
    const [best] = ready(list);
    if (best === undefined) return undefined;
    const skipped = list[0] === best ? undefined : list[0];
    const reason = skipped === undefined ? best.why : `fallback: ${candidates.excuse(skipped)}`;
    return { candidate: best, reason, unwell: health.begin(best.id) };
  }

  return {
    ready,
    soonest,

    async first(list, signal) {
      const now = choose(list);
      if (now !== undefined) return now;
      const probed = list.find(
        (candidate) => candidates.availability(candidate).state === 'probing',
      );
      if (probed !== undefined) {
        const stopper = createStopper(signal);
        await stopper.race(health.settled(probed.id));
        stopper.release();
        const then = choose(list);
        if (then !== undefined) return then;
      }
      const candidate = soonest(list);
      if (candidate === undefined) return undefined;
      const reason = `${candidate.why}, although ${candidates.excuse(candidate)}: nothing else is ready`;
      health.begin(candidate.id);
      return { candidate, reason, unwell: true };
    },
  };
}
