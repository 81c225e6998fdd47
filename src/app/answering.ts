import { AgentError } from '../base/errors.ts';
import type { RuntimeClient } from './runtime-client.ts';

/** A busy runtime may take a while; one that was stopped or hangs would be waited for without end. */
const PATIENCE_MS = 15_000;

/**
 * The client of a runtime that answers; undefined when the runtime is just ending. `unavailable` when it accepts
 * connections and says nothing.
 */
export async function assertAnswering(
  client: RuntimeClient,
  patienceMs = PATIENCE_MS,
): Promise<RuntimeClient | undefined> {
  const silence = Promise.withResolvers<'silent'>();
  const timer = setTimeout(silence.resolve, patienceMs, 'silent');
  try {
    // The smallest question there is.
    const heard = client.describeTool('').then(
      () => 'answered' as const,
      () => 'ended' as const,
    );
    const outcome = await Promise.race([heard, silence.promise]);
    if (outcome === 'answered') return client;
    if (outcome === 'ended') return undefined;
  } finally {
    clearTimeout(timer);
  }
  client.close().catch(() => undefined);
  throw new AgentError('unavailable', 'The running runtime does not answer.', {
    messageId: 'app.runtime_silent',
  });
}
