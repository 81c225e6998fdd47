import { backoffMs } from './backoff.ts';
import type { Clock } from './clock.ts';

export interface SupervisorDeps {
  readonly clock: Clock;
  readonly random: () => number;
  /** Told of each failure before the task is started again. Must not throw. */
  onFailure(name: string, thrown: unknown): void;
}

/** Owns everything that runs in the background: restarts what fails, ends all of it on `stop`. */
export interface Supervisor {
  /** Runs `task` until `stop`; starts it again, with back-off, whenever it throws. */
  run(name: string, task: (signal: AbortSignal) => Promise<void>): void;
  /** Aborts every task and waits for them to end. Safe to call twice. */
  stop(): Promise<void>;
}

export function createSupervisor({ clock, random, onFailure }: SupervisorDeps): Supervisor {
  const controller = new AbortController();
  const running = new Set<Promise<void>>();
  const { signal } = controller;

  async function keepRunning(name: string, task: (signal: AbortSignal) => Promise<void>) {
    let failures = 0;
    while (!signal.aborted) {
      const startedAt = clock.monotonic();
      try {
        return await task(signal);
      } catch (thrown) {
        if (signal.aborted) return;
        onFailure(name, thrown);
      }
      failures = clock.monotonic() - startedAt > HEALTHY_AFTER_MS ? 0 : failures + 1;
      await pause(failures);
    }
  }

  async function pause(failures: number) {
    await clock.sleep(backoffMs(failures, random), signal).catch(() => undefined);
  }

  return {
    run(name, task) {
      const done = keepRunning(name, task).finally(() => running.delete(done));
      running.add(done);
    },

    async stop() {
      controller.abort(new DOMException('Stopping.', 'AbortError'));
      await Promise.all(running);
    },
  };
}

/** A task that ran this long had started well, so its next failure counts as the first. */
const HEALTHY_AFTER_MS = 60_000;
