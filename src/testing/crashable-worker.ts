import type { Storage } from '../storage/storage.ts';
import { startWorker, type Worker, type World } from './engine-worker.ts';
import { createSeverableStorage, type Moment } from './severable-storage.ts';

/** A worker that can be killed at a named moment, and the next ones that take over its data. */
export interface CrashableWorker {
  worker(): Worker;
  /** Nothing more of the worker reaches storage or world, as after kill -9. */
  crash(): void;
  /** Crashes the worker at the first such moment. */
  crashAt(at: Moment['at'], what: string): void;
  /** Lets the next such call of a worker fail. */
  failAt(what: string, thrown: Error): void;
  isDown(): boolean;
  /** A new process takes over the data of a dead one. */
  start(): Promise<Worker>;
  /** A further worker beside the first, on the same storage. */
  startBeside(): Worker;
}

export function createCrashableWorker(world: World, storage: Storage): CrashableWorker {
  let trap: Moment | undefined;
  let fault: { readonly what: string; readonly thrown: Error } | undefined;
  let launched = 0;
  let worker = launch();

  function connect() {
    const line = createSeverableStorage(storage, (moment) => {
      if (trap?.at === moment.at && trap.what === moment.what) {
        trap = undefined;
        line.sever();
      }
      throwFault(moment);
    });
    return line;
  }

  function throwFault({ at, what }: Moment) {
    if (fault?.what !== what || at === 'after') return;
    const { thrown } = fault;
    fault = undefined;
    throw thrown;
  }

  function launch(): Worker {
    launched += 1;
    return startWorker(world, connect(), `worker-${launched}`);
  }

  return {
    worker: () => worker,
    crash: () => worker.line.sever(),
    crashAt: (at, what) => {
      trap = { at, what };
    },
    failAt: (what, thrown) => {
      fault = { what, thrown };
    },
    isDown: () => worker.line.severed(),

    async start() {
      worker.line.sever();
      await storage.leases.voidAll();
      worker = launch();
      await worker.outbound.recover();
      return worker;
    },

    startBeside: launch,
  };
}
