import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { LocalClient } from '../create-client.ts';
import { serveSocket } from './serve-socket.ts';

async function served(client: Partial<LocalClient>) {
  const folder = mkdtempSync(join(tmpdir(), 'echo-serve-'));
  const path = join(folder, 's');
  const server = await serveSocket(path, client as LocalClient);
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  return path;
}

const ATTACH = '{"call":1,"method":"attach","params":{"chatId":"main","attachment":"a"}}\n';

test('only the owner can open the socket', async () => {
  const path = await served({});

  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a client that goes while it is being attached is not left sitting at the chat', async () => {
  const asked = Promise.withResolvers<void>();
  const attached = Promise.withResolvers<() => void>();
  const left = Promise.withResolvers<void>();
  const path = await served({
    attach() {
      asked.resolve();
      return attached.promise;
    },
  });
  const socket = connect(path);
  socket.write(ATTACH);
  await asked.promise;

  await new Promise((resolve) => socket.once('close', resolve).destroy());
  setTimeout(() => attached.resolve(left.resolve), 50);

  await left.promise;
});

test('attaching again under the same name takes the place of the first', async () => {
  let sitting = 0;
  const path = await served({
    async attach() {
      sitting += 1;
      return () => {
        sitting -= 1;
      };
    },
  });
  const socket = connect(path);
  onTestFinished(() => void socket.destroy());

  socket.write(ATTACH + ATTACH.replace('1', '2'));
  let heard = '';
  while (!heard.includes('"reply":2')) {
    heard += await new Promise((resolve) => socket.once('data', resolve));
  }

  expect(sitting).toBe(1);
});
