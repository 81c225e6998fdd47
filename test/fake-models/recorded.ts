import { afterEach } from 'vitest';
import type { ModelPart, ModelRequest } from '../../src/models/model-provider.ts';
import { type RawRequest, sendEvents, startRawServer } from './raw-server.ts';
import { callOptions, collect, wireNamed } from './wires.ts';

export interface Exchange {
  readonly request: RawRequest;
  /** What was sent, parsed. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly parts: readonly ModelPart[];
}

/** Sends one request over a wire to a server that answers with `answer`, or with the wire's recorded call. */
export function createExchange(wireName: string) {
  const stops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  return async (
    request: ModelRequest,
    { settings, answer }: { settings?: Record<string, unknown>; answer?: string } = {},
  ): Promise<Exchange> => {
    const wire = wireNamed(wireName);
    const server = await startRawServer((_, response) =>
      sendEvents(response, answer ?? wire.toolCall),
    );
    stops.push(server.stop);
    const parts = await collect(wire.open(server.url, settings).stream(request, callOptions()));
    const sent = server.requests[0];
    if (sent === undefined) throw new Error(`nothing was sent: ${JSON.stringify(parts)}`);
    return { request: sent, body: JSON.parse(sent.body), parts };
  };
}
