import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { storageContract } from '../storage.contract.ts';
import { openSqliteStorage } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'echo-agent-storage-'));
afterAll(() => rmSync(folder, { recursive: true }));

storageContract('sqlite', ({ place, now }) => {
  const dataDir = place === undefined ? ':memory:' : join(folder, place);
  return openSqliteStorage({ dataDir, durability: 'normal', now });
});
