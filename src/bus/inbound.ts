import type { Clock } from '../base/clock.ts';
import { createWakeSignal } from '../base/wake-signal.ts';
import type { InboundEvent } from '../protocol/event.ts';
import { isWorkerSession } from '../protocol/worker-session.ts';
import type { AcceptResult, BroughtArtifact, QueueLimits } from '../storage/inbox-store.ts';
import type { Lease } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { keepLease, type SessionWork } from './keep-lease.ts';
import { createLanes, type Lane } from './lanes.ts';

export interface InboundBusDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Names this worker; no two that live at once may share it. */
  readonly owner: string;
  readonly limits: QueueLimits;
  readonly leaseMs: number;
  /** Sessions of people that are worked on at once. */
  readonly maxConcurrentTurns: number;
  /** Sessions of workers at once, at each depth; they take no place of those. */
  readonly maxParallelWorkers: number;
  /** Told when work on a session threw. Must not throw. */
  onFailure(lease: Lease, thrown: unknown): void;
}

export interface InboundBus {
  /** Resolves once the event is durable; see `InboxStore.accept`. */
  accept(event: InboundEvent, brought?: readonly BroughtArtifact[]): Promise<AcceptResult>;
  /** Looks for runnable sessions now, instead of at the next message or the end of a lease. */
  wake(): void;
  /** Runs sessions side by side, each in order, until `signal` aborts; then waits for their work to pause. */
  run(work: SessionWork, signal: AbortSignal): Promise<void>;
  /** How many sessions are being worked on. */
  running(): number;
}

interface Claimed {
  readonly lease: Lease;
  readonly lane: Lane;
}

export function createInboundBus(deps: InboundBusDeps): InboundBus {
  const { storage, clock, owner, leaseMs } = deps;
  const bell = createWakeSignal(clock);
  const running = new Map<string, Promise<void>>();
  const lanes = createLanes(deps);

  function start({ lease, lane }: Claimed, work: SessionWork, signal: AbortSignal) {
    const done = keepLease({ ...deps, lease, signal }, work)
      .catch((thrown: unknown) => deps.onFailure(lease, thrown))
      .finally(() => {
        running.delete(lease.sessionKey);
        lane.leave();
        bell.ring();
      });
    running.set(lease.sessionKey, done);
    lane.enter();
  }

  async function claim(): Promise<Claimed | undefined> {
    for (const lane of lanes.open(clock.now())) {
      // After a jump of the clock, or a sleep of the machine, our own leases look as if their owner were dead.
      const except = [...running.keys()];
      const looked = lane.look(clock.now());
      const lease = await storage.leases.claim({
        ...{ owner, now: clock.now(), leaseMs, except },
        ...lane.keys,
      });
      if (lease !== undefined) return { lease, lane };
      looked.foundNothing();
    }
    return undefined;
  }

  return {
    async accept(event, brought) {
      const accepting = storage.inbox.accept(event, deps.limits, brought);
      if (isWorkerSession(event.sessionKey)) lanes.expectWorkers();
      // Writes take effect in the order in which they are asked for: what looks for work now finds this message.
      bell.ring();
      return accepting;
    },

    wake() {
      lanes.expectWorkers();
      bell.ring();
    },

    async run(work, signal) {
      try {
        while (!signal.aborted) {
          const claimed = await claim();
          if (claimed === undefined) await bell.wait(leaseMs, signal);
          else start(claimed, work, signal);
        }
      } finally {
        if (signal.aborted) await Promise.all(running.values());
      }
    },

    running: () => running.size,
  };
}
