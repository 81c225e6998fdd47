import type { Turn } from '../protocol/turn.ts';
import type { Operation } from '../storage/operation.ts';
import type { Storage } from '../storage/storage.ts';

/** A moment in the life of a worker, as its storage sees it. */
export interface Moment {
  /** `before`: it has not been written. `after`: it is on disk, and the worker does not know yet. */
  readonly at: 'before' | 'after';
  /**
   * For commits `begin`, `take-up`, `park`, `pause`, `delivered`, `request-stop`, the name of a finished step such as `llm_0`, or `tool_0_0 started`;
   * `commit` for the others. Else the store's method, such as `outbox.claimDue`.
   */
  readonly what: string;
}

/** A worker's line to the storage. Severed, nothing of the worker reaches it any more, and it never learns why. */
export interface SeverableStorage {
  readonly storage: Storage;
  sever(): void;
  severed(): boolean;
  /** Resolves when the line is severed. */
  readonly end: Promise<void>;
  /** What is called while frozen waits for `thaw`, as in a process that was stopped. */
  freeze(): void;
  thaw(): void;
}

/** `onMoment` is waited for, and may sever the line: at `before` the call is lost, at `after` only its answer. */
export function createSeverableStorage(
  whole: Storage,
  onMoment: (moment: Moment) => unknown,
): SeverableStorage {
  let severed = false;
  let finish = () => {};
  const end = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let thawed: Promise<void> = Promise.resolve();
  let thaw = () => {};

  async function carry(what: string, call: () => unknown): Promise<unknown> {
    await thawed;
    if (!severed) await onMoment({ at: 'before', what });
    if (severed) return NEVER;
    const answer = await call();
    await thawed;
    if (!severed) await onMoment({ at: 'after', what });
    return severed ? NEVER : answer;
  }

  function wrap<T extends object>(target: T, path: string): T {
    return new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name);
        const full = `${path}${String(name)}`;
        if (typeof value === 'object' && value !== null) return wrap(value, `${full}.`);
        if (typeof value !== 'function' || full === 'problems') return value;
        return (...given: readonly unknown[]) =>
          carry(nameOf(full, given[0]), () => Reflect.apply(value, object, given));
      },
    });
  }

  return {
    storage: wrap(whole, ''),
    sever: () => {
      severed = true;
      finish();
    },
    severed: () => severed,
    end,
    freeze: () => {
      thawed = new Promise((resolve) => {
        thaw = resolve;
      });
    },
    thaw: () => thaw(),
  };
}

const NEVER = new Promise<never>(() => {});

function nameOf(method: string, argument: unknown): string {
  return method === 'commit' ? nameOfCommit(argument as readonly Operation[]) : method;
}

/** A commit is called after its last step: that which ends a turn closes open calls first. */
function nameOfCommit(operations: readonly Operation[]): string {
  const names = operations.map(nameOfOperation);
  const step = names.findLast((_, index) => operations[index]?.op === 'put-step');
  return step ?? names.find((name) => name !== undefined) ?? 'commit';
}

function nameOfOperation(operation: Operation): string | undefined {
  switch (operation.op) {
    case 'put-step': {
      const { name, status } = operation.step;
      return status === 'started' ? `${name} started` : name;
    }
    case 'put-turn':
      return nameOfTurn(operation.turn);
    case 'park-turn':
      return 'park';
    case 'settle-delivery':
      return 'delivered';
    case 'request-stop':
      return operation.op;
    default:
      return undefined;
  }
}

function nameOfTurn({ state, starts, activeMs }: Turn): string {
  if (state === 'ready') return 'pause';
  return starts === 1 && activeMs === 0 ? 'begin' : 'take-up';
}
