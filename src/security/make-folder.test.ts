import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'make-folder-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('makeFolder', () => {
  test('makes what is missing, and may be asked again', () => {
    const path = join(root, 'a', 'b', 'c');

    makeFolder(path, 0o700);
    makeFolder(path, 0o700);

    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o700);
  });

  test('takes a link to a folder for one', () => {
    symlinkSync(root, join(root, 'link'));

    makeFolder(join(root, 'link', 'inner'), 0o700);

    expect(statSync(join(root, 'inner')).isDirectory()).toBe(true);
  });

  test.each(['file', 'file/inner'])('refuses where a file is in the way: %s', (name) => {
    writeFileSync(join(root, 'file'), '');

    expect(() => makeFolder(join(root, name), 0o700)).toThrow(/EEXIST|ENOTDIR/);
  });

  test('refuses at once where the system takes no folders', () => {
    const make = () => makeFolder('/proc/echo-agent-test/data', 0o700);

    expect(make).toThrow(/EACCES|ENOENT|EROFS|No folder can be made in \/proc/);
  });
});
