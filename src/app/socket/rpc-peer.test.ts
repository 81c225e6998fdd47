import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRpcPeer, type RpcHandlers } from './rpc-peer.ts';

const MEGABYTE = 1_000_000;

async function connected(onCall: RpcHandlers['onCall'] = async (_, params) => params) {
  const folder = mkdtempSync(join(tmpdir(), 'echo-rpc-'));
  const path = join(folder, 's');
  const closed = Promise.withResolvers<void>();
  const served = Promise.withResolvers<Socket>();
  const server = createServer((socket) => {
    createRpcPeer(socket, { onCall, onNotify: () => undefined, onClose: closed.resolve });
    served.resolve(socket);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const socket = connect(path).on('error', () => undefined);
  await served.promise;
  onTestFinished(() => {
    socket.destroy();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const handlers = { onCall, onNotify: () => undefined, onClose: () => undefined };
  return { socket, closed: closed.promise, peer: () => createRpcPeer(socket, handlers) };
}

test('a call of many megabytes, in thousands of chunks, comes through whole', async () => {
  const { peer } = await connected(async (_, params) => (params as string).length);

  const length = await peer().call('count', 'x'.repeat(25 * MEGABYTE));

  expect(length).toBe(25 * MEGABYTE);
});

test('several calls in one chunk, and one in several, are answered each', async () => {
  const { peer } = await connected();
  const client = peer();

  const answers = await Promise.all([1, 2, 'x'.repeat(200_000), 3].map((n) => client.call('a', n)));

  expect(answers.map((answer) => String(answer).length)).toEqual([1, 1, 200_000, 1]);
});

test('a line that never ends ends the connection', async () => {
  const { socket, closed } = await connected();

  const chunk = 'x'.repeat(MEGABYTE);
  for (let sent = 0; sent < 70; sent += 1) socket.write(chunk);
  await closed;
});

test.each(['null\n', '[]\n', '{"call":1}\n', '{"call":1.5,"method":"a"}\n', '\u0000\n'])(
  'the line %j ends the connection',
  async (line) => {
    const { socket, closed } = await connected();

    socket.write(line);

    await closed;
  },
);

test('a call on a closed connection says that it was not sent', async () => {
  const { socket, peer } = await connected();
  const client = peer();
  await new Promise((resolve) => socket.once('close', resolve).destroy());

  await expect(client.call('a', 1)).rejects.toMatchObject({
    code: 'unavailable',
    details: { sent: false },
  });
});
