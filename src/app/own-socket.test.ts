import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dataFolderAt } from './data-folder.ts';
import { assertOwnSocket } from './own-socket.ts';

const OWN = process.getuid?.() ?? 0;

function folderWithSocket() {
  const path = mkdtempSync(join(tmpdir(), 'echo-socket-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const folder = dataFolderAt(path);
  writeFileSync(folder.socketPath, '');
  return folder;
}

test('a socket of our own, or none, may be used', async () => {
  const folder = folderWithSocket();

  await assertOwnSocket(folder, OWN);
  await assertOwnSocket(dataFolderAt(join(folder.path, 'missing')), OWN + 1);
});

test('a socket that another user left there is not spoken to', async () => {
  await expect(assertOwnSocket(folderWithSocket(), OWN + 1)).rejects.toMatchObject({
    code: 'forbidden',
    messageId: 'app.socket_folder',
  });
});
