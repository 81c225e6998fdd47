import { writeSync } from 'node:fs';
import type { Operation } from '../../src/storage/operation.ts';
import type { Storage } from '../../src/storage/storage.ts';
import type { Point, Trap } from './points.ts';

/** Kills this process at the labelled point that it is set to. */
export interface Snare {
  set(trap: Trap | undefined): void;
  /** Says that the runtime has come to a point; does not return when that is the one. */
  reach(point: Point): void;
  /** The same, but what stands elsewhere in the process goes on for a moment. */
  linger(point: Point): Promise<void>;
}

const MOMENT_MS = 100;

export function createSnare(): Snare {
  let set: Trap | undefined;
  let met = 0;

  function isCaught(point: Point): boolean {
    if (point !== set?.point) return false;
    met += 1;
    return met === set.nth;
  }

  function die(point: Point) {
    // Written at once, or it would die with us.
    writeSync(process.stdout.fd, `hit ${point}\n`);
    process.kill(process.pid, 'SIGKILL');
  }

  return {
    set(trap) {
      set = trap;
      met = 0;
    },

    reach(point) {
      if (isCaught(point)) die(point);
    },

    async linger(point) {
      if (!isCaught(point)) return;
      await new Promise((resolve) => setTimeout(resolve, MOMENT_MS));
      die(point);
    },
  };
}

/** A storage in which the snare lies before and after the writes that promise something. */
export function layInStorage(snare: Snare, opened: Storage): Storage {
  return {
    ...opened,

    inbox: {
      ...opened.inbox,
      async accept(...given) {
        await snare.linger('accepting');
        const result = await opened.inbox.accept(...given);
        snare.reach('accepted');
        return result;
      },
    },

    async commit(operations, fence) {
      const starts = writes(
        operations,
        ({ kind, status }) => kind === 'tool' && status === 'started',
      );
      const replies = writes(operations, ({ kind }) => kind === 'reply');
      if (starts) await snare.linger('tool-starting');
      if (replies) await snare.linger('before-reply');
      await opened.commit(operations, fence);
      if (starts) snare.reach('tool-started');
    },
  };
}

type Step = Extract<Operation, { op: 'put-step' }>['step'];

function writes(operations: readonly Operation[], isMeant: (step: Step) => boolean): boolean {
  return operations.some((operation) => operation.op === 'put-step' && isMeant(operation.step));
}
