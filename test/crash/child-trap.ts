import { writeSync } from 'node:fs';
import type { Moment } from '../../src/testing/severable-storage.ts';
import type { Point, Trap } from './points.ts';

/** Kills this process at the labelled point that it is set to. */
export interface Snare {
  set(trap: Trap | undefined): void;
  /** Says that the runtime has come to a point; does not return when that is the one. */
  reach(point: Point): void;
}

export function createSnare(): Snare {
  let set: Trap | undefined;
  let met = 0;

  return {
    set(trap) {
      set = trap;
      met = 0;
    },

    reach(point) {
      if (point !== set?.point) return;
      met += 1;
      if (met < set.nth) return;
      // Written at once, or it would die with us.
      writeSync(process.stdout.fd, `hit ${point}\n`);
      process.kill(process.pid, 'SIGKILL');
    },
  };
}

/** The labelled point that a moment of the storage is, if any. */
export function pointOf({ at, what }: Moment): Point | undefined {
  if (at === 'after' && what === 'inbox.accept') return 'accepted';
  if (at === 'after' && /^tool_\d+_\d+ started$/.test(what)) return 'tool-started';
  return at === 'before' && what === 'reply' ? 'before-reply' : undefined;
}
