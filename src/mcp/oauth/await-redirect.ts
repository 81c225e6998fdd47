import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { REDIRECT_PATH } from './provider.ts';

/** Waits on this machine for a browser to come back from a sign-in. */
export interface RedirectListener {
  readonly port: number;
  /** The parameters that the browser brought. Rejects when `signal` aborts. */
  next(signal: AbortSignal): Promise<URLSearchParams>;
  close(): Promise<void>;
}

/** Listens on loopback only; on the given port if that is free, else on any. */
export async function listenForRedirect(
  preferred: number,
  page: string,
): Promise<RedirectListener> {
  const arrived = Promise.withResolvers<URLSearchParams>();
  arrived.promise.catch(() => undefined);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isBack = request.method === 'GET' && url.pathname === REDIRECT_PATH;
    if (!isBack || !(url.searchParams.has('code') || url.searchParams.has('error'))) {
      return answer(response, 404, '');
    }
    answer(response, 200, page);
    arrived.resolve(url.searchParams);
  });
  const port = await listen(server, preferred).catch(() => listen(server, 0));
  return {
    port,
    next(signal) {
      signal.addEventListener('abort', () => arrived.reject(signal.reason), { once: true });
      return arrived.promise;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, status: number, page: string): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' };
  response.writeHead(status, headers).end(page);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
