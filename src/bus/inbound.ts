import type { Clock } from '../base/clock.ts';
import { createWakeSignal } from '../base/wake-signal.ts';
import type { InboundEvent } from '../protocol/event.ts';
import type { Lease } from '../storage/records.ts';
import type { AcceptResult, BroughtArtifact, QueueLimits, Storage } from '../storage/storage.ts';
import { keepLease, type SessionWork } from './keep-lease.ts';

export interface InboundBusDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Names this worker; no two that live at once may share it. */
  readonly owner: string;
  readonly limits: QueueLimits;
  readonly leaseMs: number;
  readonly maxConcurrentTurns: number;
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

export function createInboundBus(deps: InboundBusDeps): InboundBus {
  const { storage, clock, owner, leaseMs } = deps;
  const bell = createWakeSignal(clock);
  const running = new Map<string, Promise<void>>();

  function start(lease: Lease, work: SessionWork, signal: AbortSignal) {
    const done = keepLease({ ...deps, lease, signal }, work)
      .catch((thrown: unknown) => deps.onFailure(lease, thrown))
      .finally(() => {
        running.delete(lease.sessionKey);
        bell.ring();
      });
    running.set(lease.sessionKey, done);
  }

  async function claim(): Promise<Lease | undefined> {
    if (running.size >= deps.maxConcurrentTurns) return undefined;
    // After a jump of the clock, or a sleep of the machine, our own leases look as if their owner were dead.
    const except = [...running.keys()];
    return storage.leases.claim({ owner, now: clock.now(), leaseMs, except });
  }

  return {
    async accept(event, brought) {
      const accepting = storage.inbox.accept(event, deps.limits, brought);
      // Writes take effect in the order in which they are asked for: what looks for work now finds this message.
      bell.ring();
      return accepting;
    },

    wake: () => bell.ring(),

    async run(work, signal) {
      try {
        while (!signal.aborted) {
          const lease = await claim();
          if (lease === undefined) await bell.wait(leaseMs, signal);
          else start(lease, work, signal);
        }
      } finally {
        if (signal.aborted) await Promise.all(running.values());
      }
    },

    running: () => running.size,
  };
}
