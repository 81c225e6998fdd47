import { chmodSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../testing/temporary-workspace.ts';
import { createTurnTaking } from './shared/turn-taking.ts';
import { undoFileChange } from './undo-file-change.ts';
import { createWriteFile } from './write-file/index.ts';

let workspace: TemporaryWorkspace;

beforeEach(() => {
  workspace = createTemporaryWorkspace();
});

afterEach(() => workspace.remove());

async function write(path: string, content: string, mode: 'create' | 'overwrite') {
  const tool = createWriteFile(workspace.open, createTurnTaking());
  await tool.execute({ path, content, mode }, workspace.context());
}

async function undoLast() {
  const { before, ...change } = workspace.memory.fileChanges.at(-1) ?? { path: '' };
  const report = await undoFileChange(workspace.open(), { ...change, token: 'undo1' }, before);
  return report.outcome;
}

describe('undo of a change to a file', () => {
  test('brings back the earlier bytes and permissions', async () => {
    workspace.write('run.sh', Buffer.from([0xff, 0x00, 0x41]));
    chmodSync(join(workspace.path, 'run.sh'), 0o750);
    await write('run.sh', 'new', 'overwrite');

    const outcome = await undoLast();

    expect(outcome).toBe('restored');
    expect([...readFileSync(join(workspace.path, 'run.sh'))]).toEqual([0xff, 0x00, 0x41]);
    expect(statSync(join(workspace.path, 'run.sh')).mode & 0o777).toBe(0o750);
  });

  test('takes a new file away again', async () => {
    await write('docs/new.md', 'x', 'create');

    expect(await undoLast()).toBe('removed');
    expect(existsSync(join(workspace.path, 'docs/new.md'))).toBe(false);
    expect(await undoLast()).toBe('unchanged');
  });

  test('leaves alone what somebody has changed or taken away since', async () => {
    workspace.write('a.txt', 'old');
    await write('a.txt', 'ours', 'overwrite');
    workspace.write('a.txt', 'theirs');

    expect(await undoLast()).toBe('conflict');
    expect(workspace.read('a.txt')).toBe('theirs');
    rmSync(join(workspace.path, 'a.txt'));
    expect(await undoLast()).toBe('conflict');
  });

  test('has nothing to do when the change was noted and never made', async () => {
    workspace.write('a.txt', 'old');
    await workspace.memory.noteFileChange({
      path: join(workspace.path, 'a.txt'),
      before: Buffer.from('old'),
      afterHash: 'never',
    });

    expect(await undoLast()).toBe('unchanged');
  });

  test('stays within the workspace, whatever the record says', async () => {
    const change = { path: '/etc/hostname', token: 'undo1' };

    await expect(undoFileChange(workspace.open(), change, Buffer.from('x'))).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
