import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../testing/temporary-workspace.ts';
import { guardLinks } from './guard-links.ts';

let workspace: TemporaryWorkspace;
let outside: TemporaryWorkspace;

beforeEach(() => {
  workspace = createTemporaryWorkspace();
  outside = createTemporaryWorkspace();
  for (const name of ['a.txt', 'd/a.txt', 'e/a.txt', 'runtime/data']) workspace.write(name, '');
  for (const name of ['diary', 'deep/x', 'deep/er/x']) outside.write(name, '');
  const link = (target: string, name: string) => symlinkSync(target, join(workspace.path, name));
  link(join(outside.path, 'diary'), 'notes.md');
  link(join(outside.path, 'deep/er'), 'up');
  link('../runtime', 'd/keys');
  link('/etc', 'settings');
  link('/usr/bin/env', 'tool');
  link('.', 'here');
  mkdirSync(join(workspace.path, 'my folder'));
  link(join(outside.path, 'diary'), 'my folder/x');
});

afterEach(() => {
  workspace.remove();
  outside.remove();
});

function judge(command: string, cwd = '.') {
  return guardLinks(workspace.open(), workspace.path, { command, cwd });
}

describe('a link that a command names is judged by where it leads', () => {
  test.each([
    'cat notes.md',
    'cat ./here/notes.md',
    'cat up/../x',
    'cat d/../up/x',
    'ls up',
    'cat settings/hostname',
    "cat 'my folder/x'",
    String.raw`cat my\ folder/x`,
    String.raw`cat $'\x6eotes.md'`,
    'cd d && cat ../notes.md',
    "sh -c 'cd here; cat notes.md'",
    'grep -fnotes.md a.txt',
    'grep --file=notes.md a.txt',
    'wc -l < notes.md',
    'diff d e',
    'diff a.txt d',
  ])('%s is asked about', async (command) => {
    expect(await judge(command)).toMatchObject({ action: 'ask', patternKey: 'unreadable_command' });
  });

  test.each(['cat d/keys/data', 'cd d; cat keys/data', 'cd d/keys; cat data', 'ls here/d/keys'])(
    '%s reaches private files and is a hard block',
    async (command) => {
      expect(await judge(command)).toMatchObject({ action: 'deny', patternKey: 'private_path' });
    },
  );

  test.each([
    'cat a.txt here/a.txt here/../a.txt',
    './tool node',
    'cat absent up/absent',
    'diff a.txt d/a.txt',
    'find d -name x',
  ])('%s is left to the guard', async (command) => {
    expect(await judge(command)).toBeUndefined();
  });

  test('a whole path is no other than a relative one', async () => {
    expect(await judge(`cat ${workspace.path}/notes.md`)).toMatchObject({ action: 'ask' });
    expect(await judge(`cat ${workspace.path}/d/keys/data`)).toMatchObject({ action: 'deny' });
  });

  test('a link elsewhere that leads to private files is a hard block too', async () => {
    symlinkSync(join(workspace.path, 'runtime'), join(outside.path, 'private'));

    expect(await judge(`cat ${outside.path}/private/data`)).toMatchObject({ action: 'deny' });
  });

  test('no link escapes among very many words', async () => {
    const many = Array.from({ length: 400 }, (_, at) => `w${at}`).join(' ');
    const tooMany = Array.from({ length: 2_000 }, (_, at) => `w${at}`).join(' ');

    expect(await judge(`cat ${many} notes.md`)).toMatchObject({ action: 'ask', span: 'notes.md' });
    expect(await judge(`cat ${tooMany}`)).toMatchObject({ action: 'ask' });
  });

  test('words start at the folder of the call', async () => {
    expect(await judge('cat keys/data', 'd')).toMatchObject({ action: 'deny' });
    expect(await judge('cat ../notes.md', 'here/d')).toMatchObject({ action: 'ask' });
  });
});
