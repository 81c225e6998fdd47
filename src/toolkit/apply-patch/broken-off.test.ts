import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { contentHash } from '../shared/content-hash.ts';
import { createTurnTaking } from '../shared/turn-taking.ts';
import { createApplyPatch } from './index.ts';
import { createPatchBed, envelope } from './patch-bed.contract.ts';

let bed: ReturnType<typeof createPatchBed>;

beforeEach(() => {
  bed = createPatchBed();
});

describe('T16 a patch that breaks off', () => {
  const patch = envelope(
    '*** Update File: a',
    '-one',
    '+ONE',
    '*** Add File: sub/b',
    '+b',
    '*** Update File: c',
    '-c',
    '+C',
  );

  /** A workspace in which the given write fails, after `before` was done. */
  function failingAt(name: string, before: () => void) {
    const files = bed.workspace.open();
    const open = () => ({
      ...files,
      replace: async (...[place, ...rest]: Parameters<typeof files.replace>) => {
        if (place.name === name && rest[0].length === 2) {
          before();
          throw new Error('the disk is gone');
        }
        await files.replace(place, ...rest);
      },
    });
    return createApplyPatch(open, createTurnTaking());
  }

  test('takes back what it had done, in whatever order', async () => {
    await bed.seen('a', 'one\n');
    await bed.seen('c', 'c\n');

    const broken = failingAt('c', () => undefined).execute({ patch }, bed.workspace.context());

    await expect(broken).rejects.toThrow('the disk is gone');
    expect([bed.workspace.read('a'), bed.has('sub/b'), bed.workspace.read('c')]).toEqual([
      'one\n',
      false,
      'c\n',
    ]);
  });

  test('is unknown, and names the file, where somebody has changed it meanwhile', async () => {
    await bed.seen('a', 'one\n');
    await bed.seen('c', 'c\n');
    const tampered = failingAt('c', () => bed.workspace.write('a', 'theirs\n'));

    const result = await tampered.execute({ patch }, bed.workspace.context());

    expect(result).toMatchObject({
      success: false,
      outcome: 'unknown',
      error: expect.stringMatching(/could not be brought back: .*\/a\./),
    });
    expect([bed.workspace.read('a'), bed.has('sub/b')]).toEqual(['theirs\n', false]);
  });

  test('asks nobody about a file that never existed', async () => {
    await bed.seen('a', 'one\n');
    await bed.seen('c', 'c\n');
    const blocked = failingAt('sub/b', () => bed.workspace.write('sub', 'a file by now'));

    const broken = blocked.execute({ patch }, bed.workspace.context());

    await expect(broken).rejects.toThrow('the disk is gone');
    expect(bed.workspace.read('a')).toBe('one\n');
  });

  test('changes nothing once it was stopped', async () => {
    await bed.seen('a', 'one\n');
    await bed.seen('c', 'c\n');

    const stopped = bed.apply(patch, { signal: AbortSignal.abort() });

    await expect(stopped).rejects.toThrow(/abort/i);
    expect([bed.workspace.read('a'), bed.has('sub/b'), bed.workspace.read('c')]).toEqual([
      'one\n',
      false,
      'c\n',
    ]);
  });
});

describe('T7 what apply_patch knows after a crash', () => {
  const patch = envelope(
    '*** Update File: a',
    '-one',
    '+ONE',
    '*** Add File: b',
    '+b',
    '*** Delete File: c',
  );
  const verify = () => bed.tool.verify?.({ patch }, bed.workspace.context());

  async function applied() {
    await bed.seen('a', 'one\n');
    bed.workspace.write('c', 'c\n');
    const before = await verify();
    return { before, result: await bed.apply(patch) };
  }

  test('is the outcome when the process died right after the last change', async () => {
    const { before, result } = await applied();

    expect(before).toEqual({ state: 'not_done' });
    expect(await verify()).toEqual({ state: 'done', result });
  });

  test('is that nothing was done where only a part was, which is taken back', async () => {
    await applied();
    // It died before it could remember what it had written.
    await bed.seen('c', 'c\n');
    await bed.workspace.memory.noteFileView(
      join(bed.workspace.path, 'a'),
      contentHash(Buffer.from('one\n')),
    );

    expect(await verify()).toEqual({ state: 'not_done' });
    expect([bed.workspace.read('a'), bed.has('b'), bed.workspace.read('c')]).toEqual([
      'one\n',
      false,
      'c\n',
    ]);
    expect((await bed.apply(patch)).success).toBe(true);
  });

  test('is unknown where somebody else has changed a file since', async () => {
    await applied();
    bed.workspace.write('b', 'theirs\n');

    expect(await verify()).toEqual({ state: 'unknown' });
    expect(bed.workspace.read('b')).toBe('theirs\n');
  });
});
