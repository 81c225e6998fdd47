import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createPatchBed, envelope } from './patch-bed.contract.ts';

let bed: ReturnType<typeof createPatchBed>;

beforeEach(() => {
  bed = createPatchBed();
});

describe('T16 apply_patch refuses', () => {
  test.each<[string, string, RegExp]>([
    [
      'an insertion without a place',
      '*** Update File: a\n+new',
      /only adds lines and names no line/,
    ],
    ['other white space', '*** Update File: a\n-\tone\n+x', /but for white space, at line 1/],
    ['what was applied before', '*** Update File: a\n-0\n+one', /its new ones are, at line 1/],
    ['hunks that overlap', '*** Update File: a\n@@\n-one\n+1\n@@\n-one\n-two\n+2', /overlaps/],
    ['a change of nothing', '*** Update File: a\n-one\n+one', /changes nothing/],
    ['a hunk of context', '*** Update File: a\n one', /neither removes nor adds/],
    ['an added file that exists', '*** Add File: a\n+x', /a exists already/],
    ['a move onto a file', '*** Update File: a\n*** Move to: b', /b exists already/],
    ['a file that is not there', '*** Delete File: c', /c does not exist/],
    [
      'a file named twice',
      '*** Update File: a\n-one\n+1\n*** Delete File: ./a',
      /named by two parts/,
    ],
    ['a file outside', '*** Add File: ../x\n+x', /outside the workspace/],
    ['a line without its sign', '*** Update File: a\n-one\n+1\ntwo', /begin the line with a space/],
    ['a file that was not read', '*** Update File: b\n-b\n+c', /b has not been read/],
    ['an unknown part', '*** Rename File: a', /say \*\*\* Add File/],
  ])('%s', async (_, section, error) => {
    await bed.seen('a', 'one\ntwo\n');
    bed.workspace.write('b', 'b\n');

    const result = await bed.apply(envelope(...section.split('\n')));

    expect(result).toMatchObject({ success: false, error: expect.stringMatching(error) });
    expect([bed.workspace.read('a'), bed.workspace.read('b')]).toEqual(['one\ntwo\n', 'b\n']);
  });

  test.each<[string, string, RegExp]>([
    ['a patch that is cut off', '*** Begin Patch\n*** Update File: a\n-one', /cut off/],
    ['text that is no patch', 'please change a', /no file is named/],
    ['an empty patch', '*** Begin Patch\n*** End Patch', /changes no file/],
    ['a change of permissions', 'diff --git a/a b/a\nold mode 100644\nnew mode 100755', /chmod/],
    [
      'a link',
      'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+a',
      /links/,
    ],
    ['a binary change', 'diff --git a/a b/a\nBinary files a/a and b/a differ', /binary/],
    ['a silent move', '--- a/a\n+++ b/b\n@@ -1 +1 @@\n-one\n+1', /rename from/],
    [
      'a deletion of part',
      '--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-one',
      /more lines than the patch/,
    ],
    ['text between files', '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+1\nthen\n', /begin the line/],
    [
      'a missing newline that is there',
      '--- a/a\n+++ b/a\n@@ -2 +2 @@\n-two\n\\ No newline at end of file\n+2\n',
      /no newline ends the file, but one does/,
    ],
  ])('%s', async (_, patch, error) => {
    await bed.seen('a', 'one\ntwo\n');

    expect(await bed.apply(patch)).toMatchObject({ error: expect.stringMatching(error) });
    expect(bed.workspace.read('a')).toBe('one\ntwo\n');
  });

  test('a file that has changed since it was read, as a conflict', async () => {
    await bed.seen('a', 'one\n');
    bed.workspace.write('a', 'one\ntheirs\n');

    expect(await bed.apply(envelope('*** Update File: a', '-one', '+1'))).toMatchObject({
      success: false,
      error: expect.stringMatching(/changed since you read it/),
      metadata: { code: 'conflict' },
    });
  });
});

describe('S8 the guard of apply_patch', () => {
  test.each<[string, string, object]>([
    ['an update', '*** Update File: a\n-1\n+2', { action: 'allow', facts: [] }],
    ['nonsense', 'nonsense', { action: 'allow', facts: [] }],
    ['an escape', '*** Add File: b\n+b\n*** Add File: ../x\n+x', { action: 'deny' }],
    ['a move out', '*** Update File: a\n*** Move to: /etc/passwd', { action: 'deny' }],
    ['a private file', '*** Delete File: runtime/key', { action: 'deny' }],
    [
      'a start file',
      '*** Add File: .husky/pre-commit\n+x',
      { action: 'ask', patternKey: 'persistence' },
    ],
    [
      'a deletion',
      '*** Delete File: a',
      { action: 'ask', patternKey: 'file_delete', facts: ['file_delete'] },
    ],
  ])('judges %s', async (_, section, decision) => {
    bed.workspace.write('a', '1\n');
    bed.workspace.write('runtime/key', 'k');

    const patch = envelope(...section.split('\n'));

    expect(await bed.tool.guard?.({ patch }, bed.workspace.guardContext)).toMatchObject(decision);
  });

  test('says of a file to be deleted whether it was read', async () => {
    bed.workspace.write('a', '1\n');
    const patch = envelope('*** Delete File: a');
    const unread = await bed.tool.guard?.({ patch }, bed.workspace.guardContext);
    await bed.seen('a', '1\n');
    const read = await bed.tool.guard?.({ patch }, bed.workspace.guardContext);

    expect(unread?.reason).toMatch(/a would be deleted, which has not been read/);
    expect(read?.reason).toBe('a would be deleted.');
  });

  test('shows the patch where somebody will be asked about it', () => {
    const update = envelope('*** Update File: a', '-1', '+2', '+3');
    const deletion = envelope('*** Delete File: a');

    expect(bed.tool.summarize({ patch: update })).toBe('update a (+2 −1)');
    expect(bed.tool.summarize({ patch: deletion })).toBe(`delete a\npatch:\n${deletion}`);
  });
});

describe('T16 apply_patch refuses, and makes no folder, where', () => {
  test.each<[string, readonly string[], RegExp]>([
    [
      'a file is the folder of another',
      ['*** Add File: sub/x', '+1', '*** Add File: sub/x/y', '+2'],
      /sub\/x is a file of the patch, and the folder of sub\/x\/y/,
    ],
    [
      'the folder comes first',
      ['*** Add File: sub/x/z/y', '+1', '*** Add File: sub/x', '+2'],
      /sub\/x is a file of the patch, and the folder of sub\/x\/z\/y/,
    ],
    [
      'a move goes below an added file',
      ['*** Update File: a', '*** Move to: sub/x', '*** Add File: sub', '+1'],
      /sub is a file of the patch, and the folder of sub\/x/,
    ],
    [
      'a file is deleted to be a folder',
      ['*** Delete File: a', '*** Add File: a/x', '+1'],
      /\ba\b/,
    ],
    ['an added file is below a file', ['*** Add File: a/x', '+1'], /\ba\b/],
    [
      'one path is spelled in two ways',
      ['*** Add File: sub/x', '+1', '*** Add File: ./sub//x', '+2'],
      /sub\/x is named by two parts/,
    ],
  ])('%s', async (_, lines, error) => {
    await bed.seen('a', 'one\n');

    const result = await bed.apply(envelope(...lines));

    expect(result).toMatchObject({ success: false, error: expect.stringMatching(error) });
    expect(result).toMatchObject({
      error: expect.stringMatching(/^Nothing was changed in any file/),
    });
    expect([bed.workspace.read('a'), bed.has('sub')]).toEqual(['one\n', false]);
  });
});

test('a patch of a folder or of a file below a file is refused', async () => {
  mkdirSync(join(bed.workspace.path, 'folder'));
  bed.workspace.write('file', 'x');

  expect(await bed.apply(envelope('*** Delete File: folder'))).toMatchObject({ success: false });
  expect(await bed.apply(envelope('*** Add File: file/x', '+x'))).toMatchObject({ success: false });
});
