import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WebSite {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  /** What was asked for, in order; the body as text. */
  readonly requests: {
    readonly method: string;
    readonly path: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
  }[];
  close(): void;
}

/** A real server on this machine that answers what a test wants. */
export async function openWebSite(
  answer: (request: IncomingMessage & { readonly text: string }, response: ServerResponse) => void,
): Promise<WebSite> {
  const requests: WebSite['requests'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const { method = '', url: path = '', headers } = request;
      requests.push({ method, path, headers, body });
      answer(Object.assign(request, { text: body }), response);
    });
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}
