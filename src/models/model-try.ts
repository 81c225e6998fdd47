import type { Clock } from '../base/clock.ts';
import type {
  CallOptions,
  ModelFailure,
  ModelPart,
  ModelProvider,
  ModelRequest,
} from './model-provider.ts';
import { ABORTED, failureOf } from './shared/failure.ts';
import { thrownFailure } from './shared/to-failure.ts';
import { createStopper } from './stopper.ts';
import { createThinkFilter } from './think-filter.ts';

export type ShownPart = Exclude<ModelPart, { type: 'finish' | 'error' }>;

export interface TryOutcome {
  /** Absent when the answer is complete. */
  readonly failure?: ModelFailure;
  readonly finish?: Extract<ModelPart, { type: 'finish' }>;
  /** Whether text was passed on before it ended. */
  readonly emitted: boolean;
  /** When the first part came, on the monotonic clock. */
  readonly firstPartAt: number;
}

export interface ModelTry {
  readonly provider: () => Promise<ModelProvider>;
  readonly request: ModelRequest;
  readonly options: CallOptions;
  readonly clock: Clock;
}

/**
 * Asks one model once. Text is passed on as it comes; reasoning, calls and blank text wait until text shows that the
 * answer is under way, or until it is complete. So nothing of a try that failed is seen, unless text was.
 */
export async function* tryModel(attempt: ModelTry): AsyncGenerator<ShownPart, TryOutcome> {
  const { clock } = attempt;
  const shelf = createShelf();
  const thinking = createThinkFilter();
  let firstPartAt: number | undefined;
  const end = (rest: Pick<TryOutcome, 'failure' | 'finish'>): TryOutcome => ({
    ...rest,
    emitted: shelf.emitted(),
    firstPartAt: firstPartAt ?? clock.monotonic(),
  });

  for await (const part of partsOf(attempt)) {
    firstPartAt ??= clock.monotonic();
    if (part.type === 'error') return end({ failure: part.failure });
    if (part.type === 'finish') {
      yield* shelf.put(thinking.end(part.reason === 'stop'));
      yield* shelf.clear();
      return end({ finish: part });
    }
    yield* shelf.put(part.type === 'text' ? thinking.push(part.text) : [part]);
  }
  return end({ failure: failureOf('protocol', 'The provider ended its stream without an end.') });
}

interface Shelf {
  put(parts: readonly ShownPart[]): Iterable<ShownPart>;
  /** Passes on whatever waits. */
  clear(): Iterable<ShownPart>;
  emitted(): boolean;
}

function createShelf(): Shelf {
  let waiting: ShownPart[] = [];
  let holdsCall = false;
  let emitted = false;

  function* clear() {
    const parts = waiting;
    waiting = [];
    yield* parts;
  }

  return {
    *put(parts) {
      for (const part of parts) {
        waiting.push(part);
        holdsCall ||= part.type === 'tool-call';
        emitted ||= !holdsCall && part.type === 'text' && part.text.trim() !== '';
        if (emitted && !holdsCall) yield* clear();
      }
    },
    clear,
    emitted: () => emitted,
  };
}

/** The provider's parts; ends at once when the call is stopped, whether the provider listens or not. */
async function* partsOf({ provider, request, options }: ModelTry): AsyncGenerator<ModelPart> {
  const { signal } = options;
  const stopper = createStopper(signal);
  let iterator: AsyncIterator<ModelPart> | undefined;
  try {
    const opened = await stopper.race(provider());
    iterator = opened?.stream(request, options)[Symbol.asyncIterator]();
    while (iterator !== undefined) {
      const result = await stopper.race(iterator.next());
      if (result === undefined) break;
      if (result.done === true) return;
      yield result.value;
    }
    yield { type: 'error', failure: ABORTED };
  } catch (thrown) {
    yield { type: 'error', failure: signal.aborted ? ABORTED : thrownFailure(thrown) };
  } finally {
    stopper.release();
    // Not awaited: a provider that hangs would hold this call up.
    iterator?.return?.().catch(() => undefined);
  }
}
