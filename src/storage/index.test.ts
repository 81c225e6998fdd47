import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { backends, openStorage } from './index.ts';
import { inbound, NO_LIMITS } from './samples.contract.ts';

test('the manifest names every backend that has a folder', () => {
  const here = readdirSync(new URL('.', import.meta.url), { withFileTypes: true });

  const folders = here.filter((entry) => entry.isDirectory()).map(({ name }) => name);

  expect(Object.keys(backends).sort()).toEqual(folders.sort());
});

test('a storage is opened by the name of its backend', async () => {
  const storage = await openStorage('sqlite', {
    dataDir: ':memory:',
    durability: 'full',
    now: () => 1,
  });

  const { outcome } = await storage.inbox.accept(inbound('m1'), NO_LIMITS);

  expect(outcome).toBe('accepted');
  await storage.close();
});
