import { AgentError } from '../base/errors.ts';
import type { ToolReport } from '../tools/pipeline-contract.ts';
import { callDirectly, type DirectCall, type DirectCallDeps } from './direct-call.ts';

/** The calls without a turn that are under way; none outlives the runtime. */
export interface DirectCalls {
  /** Cancelled when `signal` aborts or the runtime ends. */
  call(call: DirectCall, signal?: AbortSignal): Promise<ToolReport>;
  /** Cancels what is under way, takes nothing new, and waits until everything has ended. */
  close(): Promise<void>;
}

export function createDirectCalls(deps: DirectCallDeps): DirectCalls {
  const ending = new AbortController();
  const running = new Set<Promise<ToolReport>>();

  return {
    call(call, signal) {
      if (ending.signal.aborted) return Promise.reject(closed());
      const signals = signal === undefined ? [ending.signal] : [ending.signal, signal];
      const done = callDirectly(deps, call, AbortSignal.any(signals)).finally(() =>
        running.delete(done),
      );
      running.add(done);
      return done;
    },

    async close() {
      ending.abort(new DOMException('Stopping.', 'AbortError'));
      await Promise.allSettled(running);
    },
  };
}

function closed(): AgentError {
  return new AgentError('unavailable', 'The runtime is ending.', {
    messageId: 'app.connection_lost',
  });
}
