import { DEEPEST_WORKER, WORKER_KEYS, workerKeysAt } from '../protocol/worker-session.ts';
import type { ClaimRequest } from '../storage/inbox-store.ts';

/**
 * Sessions that share places. Who waits for a worker holds a place of its own lane, and a worker waits only for those of
 * the next lane: however few places there are, somebody can go on.
 */
export interface Lane {
  readonly keys: Pick<ClaimRequest, 'within' | 'without'>;
  enter(): void;
  leave(): void;
  /** Before a look for work, which may have come up in the meantime. */
  look(now: number): { foundNothing(): void };
}

export interface Lanes {
  /** Those with a free place in which there may be something to do. */
  open(now: number): readonly Lane[];
  /** Something may have come for workers; without it they are looked for once in the time of a lease. */
  expectWorkers(): void;
}

interface LanesOptions {
  readonly maxConcurrentTurns: number;
  readonly maxParallelWorkers: number;
  readonly leaseMs: number;
}

export function createLanes({
  maxConcurrentTurns,
  maxParallelWorkers,
  leaseMs,
}: LanesOptions): Lanes {
  const depths = Array.from({ length: DEEPEST_WORKER }, (_, index) => index + 1);
  const people = createLane({ without: WORKER_KEYS }, maxConcurrentTurns);
  const workers = depths.map((depth) =>
    createLane({ within: workerKeysAt(depth) }, maxParallelWorkers),
  );

  return {
    // Most runtimes have no worker most of the time: their lanes are not asked about at every message.
    open: (now) => [
      ...(people.isFull() ? [] : [people]),
      ...workers.filter((lane) => !lane.isFull() && !lane.isQuiet(now - leaseMs)),
    ],
    expectWorkers() {
      for (const lane of workers) lane.expect();
    },
  };
}

function createLane(keys: Lane['keys'], places: number) {
  let taken = 0;
  let news = 1;
  let known = 0;
  let lookedAt = 0;

  return {
    keys,
    isFull: () => taken >= places,
    isQuiet: (since: number) => known === news && lookedAt > since,
    expect() {
      news += 1;
    },
    enter() {
      taken += 1;
    },
    leave() {
      taken -= 1;
      news += 1;
    },
    look(now: number) {
      const heard = news;
      lookedAt = now;
      return {
        foundNothing() {
          known = heard;
        },
      };
    },
  };
}
