import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { WorkspaceFiles } from '../workspace-files.ts';
import { codeOf, createFileBed, options } from './file-bed.contract.ts';

let root: string;
let workspace: string;
let files: WorkspaceFiles;

beforeEach(() => {
  ({ root, workspace, files } = createFileBed());
});

describe('T14 writing', () => {
  test('makes missing folders, and a new file that others may read', async () => {
    const place = await files.locate('docs/新建/a.md');

    await files.replace(place, Buffer.from('text'), options());

    expect(readFileSync(join(workspace, 'docs/新建/a.md'), 'utf8')).toBe('text');
    expect(statSync(place.path).mode & 0o777 & ~process.umask()).toBe(0o644 & ~process.umask());
    expect(readdirSync(join(workspace, 'docs/新建'))).toEqual(['a.md']);
  });

  test('keeps the permissions of a file and the link that leads to it', async () => {
    chmodSync(join(workspace, 'a.txt'), 0o750);
    symlinkSync('../a.txt', join(workspace, 'src/link'));

    await files.replace(await files.locate('src/link'), Buffer.from('new'), options());

    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('new');
    expect(statSync(join(workspace, 'a.txt')).mode & 0o777).toBe(0o750);
    expect(lstatSync(join(workspace, 'src/link')).isSymbolicLink()).toBe(true);
  });

  test('does not write over what has changed or come up since it was looked at', async () => {
    const changed = await files.locate('a.txt');
    const taken = await files.locate('new.txt');
    writeFileSync(join(workspace, 'a.txt'), 'someone else');
    writeFileSync(join(workspace, 'new.txt'), 'someone else');

    expect(await codeOf(files.replace(changed, Buffer.from('x'), options()))).toBe('conflict');
    expect(await codeOf(files.replace(taken, Buffer.from('x'), options()))).toBe('conflict');
    expect(readFileSync(join(workspace, 'new.txt'), 'utf8')).toBe('someone else');
    expect(readdirSync(workspace).sort()).toEqual(['a.txt', 'new.txt', 'src']);
  });

  test('does not write through or split a hard link', async () => {
    linkSync(join(root, 'secret.txt'), join(workspace, 'twin'));

    const code = await codeOf(
      files.replace(await files.locate('twin'), Buffer.from('x'), options()),
    );

    expect(code).toBe('forbidden');
    expect(readFileSync(join(root, 'secret.txt'), 'utf8')).toBe('outside');
  });

  test('changes nothing once it was cancelled', async () => {
    const signal = AbortSignal.abort();

    await codeOf(
      files.replace(await files.locate('a.txt'), Buffer.from('x'), { token: 'k', signal }),
    );

    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('inside');
    expect(readdirSync(workspace).sort()).toEqual(['a.txt', 'src']);
  });

  test('goes on where a killed try left its temporary file', async () => {
    writeFileSync(join(workspace, '.echo-agent-k1.tmp'), 'hal');

    await files.replace(await files.locate('a.txt'), Buffer.from('whole'), options());

    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('whole');
    expect(existsSync(join(workspace, '.echo-agent-k1.tmp'))).toBe(false);
  });

  test('is not led astray by a link laid where its temporary file goes', async () => {
    symlinkSync(join(root, 'secret.txt'), join(workspace, '.echo-agent-k1.tmp'));

    await files.replace(await files.locate('a.txt'), Buffer.from('new'), options());

    expect(readFileSync(join(root, 'secret.txt'), 'utf8')).toBe('outside');
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('new');
  });

  test('refuses a folder, a path through a file, and a place outside', async () => {
    const overFolder = files.replace(await files.locate('src'), Buffer.from('x'), options());

    expect(await codeOf(overFolder)).toBe('invalid_input');
    expect(await codeOf(files.locate('a.txt/b'))).toBe('invalid_input');
    expect(await codeOf(files.locate('../new.txt'))).toBe('forbidden');
  });

  test('removes a file only while it is the one that was looked at', async () => {
    const place = await files.locate('a.txt');
    const changed = await files.locate('a.txt');
    await files.remove(place);
    writeFileSync(join(workspace, 'a.txt'), 'again');

    expect(await codeOf(files.remove(changed))).toBe('conflict');
    expect(existsSync(join(workspace, 'a.txt'))).toBe(true);
  });

  test.each([
    ['of a file that others may not read', 0o600, undefined, 0o600],
    ['that are asked for', 0o600, 0o644, 0o644],
    ['that are asked for and narrower', 0o644, 0o600, 0o600],
  ])('gives a file the permissions %s', async (...[_what, before, mode, after]) => {
    chmodSync(join(workspace, 'a.txt'), before);
    const asked = { ...options(), ...(mode !== undefined && { mode }) };

    await files.replace(await files.locate('a.txt'), Buffer.from('new'), asked);

    expect(statSync(join(workspace, 'a.txt')).mode & 0o777).toBe(after);
  });

  test.each([
    ['an existing file', 'a.txt', undefined],
    ['a new file', 'new.txt', 0o600],
  ])('lets nobody read %s that is private, not even while it is written', async (...given) => {
    const [_what, name, mode] = given;
    chmodSync(join(workspace, 'a.txt'), 0o600);
    const modes: number[] = [];
    const bytes = {
      *[Symbol.iterator]() {
        modes.push(statSync(join(workspace, '.echo-agent-k1.tmp')).mode & 0o777);
        yield 'new';
      },
    };
    const asked = { ...options(), ...(mode !== undefined && { mode }) };

    // The system call behind it takes anything that gives bytes when it is written.
    const replaced = files.replace(await files.locate(name), bytes as never, asked);

    await expect(replaced).resolves.toBeUndefined();
    expect(readFileSync(join(workspace, name), 'utf8')).toBe('new');
    expect(modes).toEqual([0o600]);
  });
});
