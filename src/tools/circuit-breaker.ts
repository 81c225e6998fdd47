import type { Clock } from '../base/clock.ts';

export type CircuitState = 'closed' | 'open' | 'half_open';

/** What a call told about its tool: `neither` when it was stopped before the tool could show anything. */
export type CallVerdict = 'worked' | 'failed' | 'neither';

/** Keeps calls away from a tool that keeps failing, one circuit a tool. In memory: a restart is a fresh look. */
export interface CircuitBreaker {
  state(tool: string): CircuitState;
  /** Why a call may not pass now, as a plain sentence; undefined when it may. Changes nothing. */
  whyClosedOff(tool: string): string | undefined;
  /** Lets a call pass, or says why not. One that passes while the circuit is half open is its one probe. */
  enter(tool: string): Pass | { readonly why: string };
}

/** Settled once, when the call has ended. */
export interface Pass {
  settle(verdict: CallVerdict): void;
}

const MOST_FAILURES = 5;
const REST_MS = 30_000;

interface Circuit {
  failures: number;
  /** When it opened, by the monotonic clock; undefined while closed. */
  openedAt: number | undefined;
  probing: boolean;
}

export function createCircuitBreaker({ monotonic }: Pick<Clock, 'monotonic'>): CircuitBreaker {
  // Only tools that failed last have a circuit here.
  const circuits = new Map<string, Circuit>();

  function leftMs({ openedAt }: Circuit): number {
    return openedAt === undefined ? 0 : openedAt + REST_MS - monotonic();
  }

  function whyClosedOff(tool: string): string | undefined {
    const circuit = circuits.get(tool);
    if (circuit?.openedAt === undefined) return undefined;
    const left = leftMs(circuit);
    const failed = `it failed ${circuit.failures} times in a row`;
    if (left > 0) return `${failed}. It can be tried again in ${Math.ceil(left / 1_000)} s.`;
    return circuit.probing ? `${failed}, and another call is just trying it.` : undefined;
  }

  function fail(tool: string): void {
    const circuit = circuits.get(tool) ?? { failures: 0, openedAt: undefined, probing: false };
    circuit.failures += 1;
    if (circuit.failures >= MOST_FAILURES) circuit.openedAt = monotonic();
    circuits.set(tool, circuit);
  }

  return {
    state(tool) {
      const circuit = circuits.get(tool);
      if (circuit?.openedAt === undefined) return 'closed';
      return leftMs(circuit) > 0 ? 'open' : 'half_open';
    },

    whyClosedOff,

    enter(tool) {
      const why = whyClosedOff(tool);
      if (why !== undefined) return { why };
      const circuit = circuits.get(tool);
      const isProbe = circuit?.openedAt !== undefined;
      if (isProbe) circuit.probing = true;
      return {
        settle(verdict) {
          if (isProbe) circuit.probing = false;
          if (verdict === 'worked') circuits.delete(tool);
          if (verdict === 'failed') fail(tool);
        },
      };
    },
  };
}
