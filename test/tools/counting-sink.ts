import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const Arrival = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('effect'),
    /** What was to happen once. */
    label: z.string(),
    /** The idempotency key it came with. */
    key: z.string(),
  }),
  z.object({
    kind: z.literal('delivery'),
    id: z.string(),
    replyTo: z.string(),
    text: z.string(),
  }),
]);

/** Something that reached the world outside. */
export type Arrival = z.infer<typeof Arrival>;

/** The world outside: an HTTP server that counts what reaches it, in order. */
export interface CountingSink {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  stop(): Promise<void>;
}

export async function startCountingSink(): Promise<CountingSink> {
  const arrivals: Arrival[] = [];
  const server = createServer(async (request, response) => {
    try {
      arrivals.push(Arrival.parse(JSON.parse(await bodyOf(request))));
      response.end('counted');
    } catch (thrown) {
      response.writeHead(400).end(String(thrown));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    arrivals,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
