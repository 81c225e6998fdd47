import { DEFAULT_ORIGIN, type Origin } from '../origin.ts';
import { formatPath, ownValue, type Path } from './path.ts';

/** Configuration as people wrote it, put together from all sources before it is checked. */
export interface Draft {
  readonly root: Readonly<Record<string, unknown>>;
  get(path: Path): unknown;
  /** Puts a value in the place of everything at and below `path`. Does nothing below a value that is no group. */
  set(path: Path, value: unknown, origin: Origin): void;
  /** Changes how a value is written, not where it came from. */
  rewrite(path: Path, value: unknown): void;
  /** Where the value at `path` came from, or the group around it if it has none of its own. */
  originOf(path: Path): Origin;
  origins(): ReadonlyMap<string, Origin>;
}

export interface DraftStart {
  readonly value: Readonly<Record<string, unknown>>;
  readonly origins: ReadonlyMap<string, Origin>;
}

export function createDraft({ value, origins: fileOrigins }: DraftStart): Draft {
  const root: Record<string, unknown> = structuredClone(value);
  const origins = new Map(fileOrigins);

  /** The group or list at `path`; groups that are missing on the way are made. */
  function containerAt(path: Path): Record<string, unknown> | undefined {
    let container = root;
    for (const key of path) {
      const inner = childOf(container, key) ?? {};
      if (typeof inner !== 'object') return undefined;
      container[key] = inner;
      container = inner as Record<string, unknown>;
    }
    return container;
  }

  function put(path: Path, value: unknown): boolean {
    const key = path.at(-1);
    const container = key === undefined ? undefined : containerAt(path.slice(0, -1));
    if (key === undefined || container === undefined) return false;
    container[key] = value;
    return true;
  }

  function forget(path: string): void {
    for (const known of [...origins.keys()]) {
      if (known === path || known.startsWith(`${path}.`)) origins.delete(known);
    }
  }

  return {
    root,
    get: (path) => path.reduce<unknown>(childOf, root),

    set(path, value, origin) {
      if (!put(path, value)) return;
      forget(formatPath(path));
      origins.set(formatPath(path), origin);
    },

    rewrite(path, value) {
      put(path, value);
    },

    originOf(path) {
      for (let length = path.length; length > 0; length -= 1) {
        const origin = origins.get(formatPath(path.slice(0, length)));
        if (origin !== undefined) return origin;
      }
      return DEFAULT_ORIGIN;
    },

    origins: () => origins,
  };
}

function childOf(value: unknown, key: string): unknown {
  return Array.isArray(value) ? value[Number(key)] : ownValue(value, key);
}
