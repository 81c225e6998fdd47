import type { Storage } from '../storage/storage.ts';
import { createWorker, type Worker, type World } from './engine-worker.ts';
import { createSeverableStorage, type Moment, type SeverableStorage } from './severable-storage.ts';

/** A worker that can be killed at a named moment, and the next ones that take over its data. */
export interface CrashableWorker {
  worker(): Worker;
  /** Nothing more of the worker reaches storage or world, as after kill -9. */
  crash(): void;
  /** Crashes the worker at the first such moment. */
  crashAt(at: Moment['at'], what: string): void;
  /** Does something at the first such moment; the worker waits for it, and gets what it throws. */
  doAt(at: Moment['at'], what: string, action: () => unknown): void;
  /** Lets the next such call of a worker fail. */
  failAt(what: string, thrown: Error): void;
  isDown(): boolean;
  /** A new process takes over the data of a dead one. */
  start(): Promise<Worker>;
  /** A further worker beside the first, on the same storage. */
  startBeside(): Worker;
}

interface Trap extends Moment {
  readonly action: (line: SeverableStorage) => unknown;
}

export function createCrashableWorker(world: World, storage: Storage): CrashableWorker {
  let trap: Trap | undefined;
  let launched = 0;
  let worker = launch();
  worker.run();

  function connect() {
    const line = createSeverableStorage(storage, ({ at, what }) => {
      if (trap?.at !== at || trap.what !== what) return undefined;
      const { action } = trap;
      trap = undefined;
      return action(line);
    });
    return line;
  }

  function launch(): Worker {
    launched += 1;
    return createWorker(world, connect(), `worker-${launched}`);
  }

  function doAt(at: Moment['at'], what: string, action: Trap['action']) {
    trap = { at, what, action };
  }

  return {
    worker: () => worker,
    crash: () => worker.line.sever(),
    crashAt: (at, what) => doAt(at, what, (line) => line.sever()),
    doAt,
    failAt: (what, thrown) => doAt('before', what, () => Promise.reject(thrown)),
    isDown: () => worker.line.severed(),

    async start() {
      worker.line.sever();
      await storage.leases.voidAll();
      worker = launch();
      await Promise.race([worker.outbound.recover(), worker.line.end]);
      worker.run();
      return worker;
    },

    startBeside() {
      const beside = launch();
      beside.run();
      return beside;
    },
  };
}
