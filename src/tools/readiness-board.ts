import type { Clock } from '../base/clock.ts';
import type { Log } from '../observability/log.ts';
import { type Readiness, readinessOf } from './readiness.ts';
import type { ToolRegistry } from './registry.ts';
import type { Tool } from './tool.ts';

/** What every tool last said of itself, so that no turn has to look for programs and servers again. */
export interface ReadinessBoard {
  /** Resolves at once, unless some tool has never been asked. What is older than a minute is asked again behind it. */
  settled(): Promise<void> | undefined;
  /** What is known; a tool that was never asked is not ready. */
  known(tool: Tool): Readiness;
  /** For a call: one that was not ready, or was asked long ago, is asked again. */
  ask(tool: Tool): Readiness | Promise<Readiness>;
  /** Another one whenever an answer is another. */
  readonly version: number;
}

interface Entry {
  readonly readiness: Readiness;
  readonly at: number;
}

interface BoardDeps {
  readonly registry: ToolRegistry;
  readonly clock: Clock;
  readonly log: Log;
}

const FRESH_MS = 60_000;
const READY: Readiness = { ready: true };
const UNASKED: Readiness = { ready: false, reason: 'it has not been asked yet' };

export function createReadinessBoard({ registry, clock, log }: BoardDeps): ReadinessBoard {
  // Tools that are no longer registered are forgotten with their objects.
  const entries = new WeakMap<Tool, Entry>();
  const asking = new Map<Tool, Promise<Readiness>>();
  let version = 0;

  function isFresh(tool: Tool): boolean {
    const entry = entries.get(tool);
    return entry !== undefined && clock.monotonic() - entry.at < FRESH_MS;
  }

  /** One question at a time. Never rejects. */
  function askAnew(tool: Tool): Promise<Readiness> {
    const under = asking.get(tool);
    if (under !== undefined) return under;
    const asked = readinessOf(tool, clock).then((readiness) => {
      asking.delete(tool);
      note(tool, readiness);
      return readiness;
    });
    asking.set(tool, asked);
    return asked;
  }

  function note(tool: Tool, readiness: Readiness): void {
    const before = entries.get(tool)?.readiness;
    entries.set(tool, { readiness, at: clock.monotonic() });
    if (before !== undefined && isSame(before, readiness)) return;
    version += 1;
    if (before === undefined) return;
    if (readiness.ready) log.info('A tool has become ready.', { tool: tool.name });
    else log.warn('A tool is not ready any more.', { tool: tool.name, reason: readiness.reason });
  }

  return {
    settled() {
      const due = registry.tools.filter(
        ({ tool }) => tool.readiness !== undefined && !isFresh(tool),
      );
      const answers = due.map(({ tool }) => ({ first: !entries.has(tool), told: askAnew(tool) }));
      const first = answers.filter((answer) => answer.first);
      if (first.length === 0) return undefined;
      return Promise.all(first.map(({ told }) => told)).then(() => undefined);
    },

    known(tool) {
      if (tool.readiness === undefined) return READY;
      return entries.get(tool)?.readiness ?? UNASKED;
    },

    ask(tool) {
      if (tool.readiness === undefined) return READY;
      const entry = entries.get(tool);
      return entry?.readiness.ready === true && isFresh(tool) ? entry.readiness : askAnew(tool);
    },

    get version() {
      return version;
    },
  };
}

function isSame(a: Readiness, b: Readiness): boolean {
  return a.ready ? b.ready : !b.ready && a.reason === b.reason;
}
