import type { EmbedResult } from '../../src/models/model-provider.ts';
import { type Answer, startRawServer } from './raw-server.ts';
import { callOptions, wireNamed } from './wires.ts';

export interface Embedding {
  readonly result: EmbedResult;
  readonly bodies: readonly unknown[];
}

/** Embeds texts over a wire with a server that answers as told. */
export async function embedOver(
  wireName: string,
  texts: readonly string[],
  answer: Answer,
): Promise<Embedding> {
  const server = await startRawServer(answer);
  const provider = wireNamed(wireName).open(server.url);
  const result = await provider.embed?.({ model: 'some-model', texts }, callOptions());
  await server.stop();
  if (result === undefined) throw new Error(`${wireName} has no embeddings`);
  return { result, bodies: server.requests.map(({ body }) => JSON.parse(body)) };
}
