import type { Clock } from '../base/clock.ts';
import type { Storage } from '../storage/storage.ts';

export interface ArtifactRetentionDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly keepForMs: number;
}

/** Drops what long results held in full once it is older than it has to be. What `/undo` needs is another kind, and stays. */
export interface ArtifactRetention {
  /** Resolves to how many were dropped. */
  sweep(): Promise<number>;
  /** Sweeps now and once a day. */
  run(signal: AbortSignal): Promise<void>;
}

const DAY_MS = 86_400_000;
const AT_ONCE = 50;

export function createArtifactRetention(deps: ArtifactRetentionDeps): ArtifactRetention {
  const { storage, clock, keepForMs } = deps;

  /** In small commits, so that no other waits long behind one. */
  async function sweep(): Promise<number> {
    const at = clock.now();
    const filter = { kind: 'output', createdBefore: at - keepForMs, limit: AT_ONCE } as const;
    let dropped = 0;
    for (;;) {
      const ids = await storage.artifacts.kept(filter);
      if (ids.length === 0) return dropped;
      await storage.commit(ids.map((id) => ({ op: 'expire-artifact', id, at })));
      dropped += ids.length;
      if (ids.length < AT_ONCE) return dropped;
    }
  }

  return {
    sweep,

    async run(signal) {
      while (!signal.aborted) {
        await sweep();
        await clock.sleep(DAY_MS, signal).catch(() => undefined);
      }
    },
  };
}
