import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeNew, writeWhole } from './whole-file.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'whole-file-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('a file that is written whole', () => {
  test('is for its owner only, whatever it was before, and its folder too when that was missing', () => {
    const path = join(root, 'a', 'file');
    writeWhole(path, 'one');
    chmodSync(path, 0o644);

    writeWhole(path, 'two');

    expect(readFileSync(path, 'utf8')).toBe('two');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o700);
  });

  test('leaves nothing behind when it cannot be put in place', () => {
    mkdirSync(join(root, 'taken', 'full'), { recursive: true });

    expect(() => writeWhole(join(root, 'taken'), 'x')).toThrow(/EISDIR|ENOTEMPTY/);

    expect(readdirSync(root)).toEqual(['taken']);
  });

  test('refuses at once where the system takes no folders', () => {
    const write = () => writeWhole('/proc/echo-agent-test/file', 'x');

    expect(write).toThrow(/EACCES|ENOENT|EROFS|No folder can be made in \/proc/);
  });

  test('keeps a file that is new from taking the place of another', () => {
    writeNew(join(root, 'a'), 'one');

    expect(() => writeNew(join(root, 'a'), 'two')).toThrow(/EEXIST/);
    expect(readFileSync(join(root, 'a'), 'utf8')).toBe('one');
  });
});
