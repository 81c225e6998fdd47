import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createProcessBed } from './process-bed.contract.ts';

let bed: ReturnType<typeof createProcessBed>;

beforeEach(() => {
  bed = createProcessBed();
});

function judge(input: Record<string, unknown>) {
  return bed.tool.guard?.(bed.tool.input.parse(input), bed.workspace.guardContext);
}

const partOf = (input: Record<string, unknown>) => bed.tool.narrow?.(bed.tool.input.parse(input));

describe('S8 the guard of process', () => {
  test.each([
    [{ action: 'start', command: 'ls', cwd: '..' }, 'deny', 'outside_workspace'],
    [{ action: 'start', command: 'cat link' }, 'deny', 'private_path'],
    [{ action: 'start', command: 'npm run dev' }, 'allow', 'none'],
    [{ action: 'list' }, 'allow', 'none'],
    [{ action: 'write', id: 'unknown', text: 'x' }, 'allow', 'none'],
  ])('judges %o: %s', async (input, action, patternKey) => {
    bed.workspace.write('runtime/key', 'k');
    symlinkSync(join(bed.workspace.path, 'runtime/key'), join(bed.workspace.path, 'link'));

    expect(await judge(input)).toMatchObject({ action, patternKey });
  });

  test('judges what is written as input of the command that reads it', async () => {
    const shell = bed.idIn(await bed.run({ action: 'start', command: 'bash', waitMs: 0 }));
    const reader = bed.idIn(await bed.run({ action: 'start', command: 'cat', waitMs: 0 }));
    const text = 'rm -rf /\n';

    expect(await judge({ action: 'write', id: shell, text })).toMatchObject({ action: 'deny' });
    expect(await judge({ action: 'write', id: reader, text })).toMatchObject({ action: 'allow' });
  });

  test('judges it together with what was written before', async () => {
    const id = bed.idIn(await bed.run({ action: 'start', command: 'bash', waitMs: 0 }));
    await bed.run({ action: 'write', id, text: 'rm -rf ', waitMs: 0 });

    expect(await judge({ action: 'write', id, text: '/\n' })).toMatchObject({ action: 'deny' });
  });

  test('takes looking for reading, and anything else for what it is', () => {
    const parts = [
      { action: 'list' },
      { action: 'poll', id: 'x' },
      { action: 'write', id: 'x', text: 'y' },
      { action: 'stop', id: 'x' },
      { action: 'start', command: 'x' },
    ].map((input) => partOf(input)?.capabilities.join());

    expect(parts).toEqual([
      'session.read',
      'session.read',
      'process.manage',
      'process.manage',
      undefined,
    ]);
  });

  test('shows a person what is written, and to which command', async () => {
    const id = bed.idIn(await bed.run({ action: 'start', command: 'cat', waitMs: 0 }));
    const input = bed.tool.input.parse({ action: 'write', id, text: 'yes\n', end: true });

    expect(bed.tool.summarize(input)).toBe(
      `write to ${id} (cat)\ninput:\nyes\n\nand close its input`,
    );
  });
});
