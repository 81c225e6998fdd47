import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface RawServer {
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly requests: RawRequest[];
  /** Connections that are open now. */
  connections(): Promise<number>;
  stop(): Promise<void>;
}

export type Answer = (request: RawRequest, response: ServerResponse) => void | Promise<void>;

/** An HTTP server on a free port of the loopback that answers as badly as a test wants. */
export async function startRawServer(answer: Answer): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = incoming;
    const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
    requests.push(request);
    await answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    requests,

    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),

    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with an event stream and ends it properly. */
export function sendEvents(response: ServerResponse, text: string | Buffer): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(text);
}

/** Answers with the beginning of an event stream, then breaks the connection. */
export function sendCut(response: ServerResponse, bytes: Buffer): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (bytes.length === 0) response.destroy();
  else response.write(bytes, () => response.destroy());
}
