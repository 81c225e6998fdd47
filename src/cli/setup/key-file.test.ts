import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepKey } from './key-file.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'echo-keys-'));
});

afterEach(() => rmSync(dataDir, { recursive: true }));

describe('F2 keepKey', () => {
  test('keeps a key in a file that only its owner can read', async () => {
    const { path } = await keepKey('sk-1', 'openai', dataDir);

    expect(readFileSync(path, 'utf8')).toBe('sk-1\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'keys')).mode & 0o777).toBe(0o700);
  });

  test('never overwrites an older key', async () => {
    const first = await keepKey('sk-1', 'openai', dataDir);
    const second = await keepKey('sk-2', 'openai', dataDir);

    expect(readFileSync(first.path, 'utf8')).toBe('sk-1\n');
    expect(readFileSync(second.path, 'utf8')).toBe('sk-2\n');
  });

  test('takes the key back when the person changed their mind', async () => {
    const { remove } = await keepKey('sk-1', 'openai', dataDir);

    await remove();

    expect(readdirSync(join(dataDir, 'keys'))).toEqual([]);
  });

  test('says so when it cannot be kept', async () => {
    writeFileSync(join(dataDir, 'keys'), 'in the way');

    const kept = keepKey('sk-1', 'openai', dataDir);

    await expect(kept).rejects.toMatchObject({
      code: 'storage_unwritable',
      messageId: 'cli.setup.key_unwritable',
    });
  });
});
