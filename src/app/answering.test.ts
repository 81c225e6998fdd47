import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createIdSource } from '../base/ids.ts';
import { assertAnswering } from './answering.ts';
import { connectSocket } from './socket/connect-socket.ts';

/** The client of a socket behind which `behave` stands in for a runtime. */
async function clientOf(behave: (socket: Socket) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'echo-answer-'));
  const path = join(folder, 's');
  const server = createServer((socket) => void behave(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const client = await connectSocket(path, createIdSource());
  if (client === undefined) throw new Error('Nobody listens.');
  return client;
}

test('a runtime that answers is used', async () => {
  const client = await clientOf((socket) =>
    socket.on('data', () => socket.end('{"reply":1,"result":null}\n')),
  );

  expect(await assertAnswering(client)).toBe(client);
});

test('a runtime that is just ending counts as none', async () => {
  const client = await clientOf((socket) => socket.on('data', () => socket.destroy()));

  expect(await assertAnswering(client)).toBeUndefined();
});

test('a runtime that accepts and says nothing is told of, and not waited for without end', async () => {
  const client = await clientOf((socket) => socket.resume());

  await expect(assertAnswering(client, 50)).rejects.toMatchObject({
    code: 'unavailable',
    messageId: 'app.runtime_silent',
  });
});
