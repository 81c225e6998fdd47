import { readFileSync, statSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { encodeText } from '../shared/text-encoding.ts';
import { undoFileChange } from '../undo-file-change.ts';
import { createPatchBed, envelope } from './patch-bed.contract.ts';

let bed: ReturnType<typeof createPatchBed>;

beforeEach(() => {
  bed = createPatchBed();
});

async function undoAll() {
  for (const { before, ...change } of bed.workspace.memory.fileChanges.toReversed()) {
    await undoFileChange(bed.workspace.open(), { ...change, token: 'undo' }, before);
  }
}

const SCRIPT = `function first(a) {
  if (a === null) {
    return 0;
  }

  return a;
}

function second(a) {
  if (a === null) {
    return 0;
  }

  return a;
}
`;

describe('T16 apply_patch', () => {
  test('takes a unified diff of JavaScript with === and blank context lines without their space', async () => {
    await bed.seen('a.js', SCRIPT);

    const result = await bed.apply(
      '--- a/a.js\n+++ b/a.js\n@@ -9,5 +9,5 @@ function second(a) {\n function second(a) {\n-  if (a === null) {\n+  if (a === null || a === undefined) {\n     return 0;\n   }\n\n',
    );

    expect(result).toMatchObject({ success: true });
    expect(bed.workspace.read('a.js')).toBe(
      SCRIPT.replace(
        'second(a) {\n  if (a === null) {',
        'second(a) {\n  if (a === null || a === undefined) {',
      ),
    );
  });

  test('takes the form with *** for several files, and tells what became of each', async () => {
    await bed.seen('a.ts', 'one\ntwo\nthree\n');
    await bed.seen('old.ts', 'x\ny\n');
    bed.workspace.write('gone.ts', 'bye\n');

    const result = await bed.apply(
      envelope(
        '*** Update File: a.ts',
        '@@',
        ' one',
        '-two',
        '+II',
        '+II.5',
        '*** Add File: new/b.ts',
        '+b',
        '+',
        '+b',
        '*** Update File: old.ts',
        '*** Move to: moved.ts',
        '@@',
        '-y',
        '+Y',
        '*** Delete File: gone.ts',
      ),
    );

    expect(result.success && result.output.split('\n')).toEqual([
      'Patched 4 files.',
      expect.stringMatching(
        /^Updated a\.ts: 1 hunk at line 2; now 18 bytes, sha256 \w{16} → \w{16}\.$/,
      ),
      expect.stringMatching(/^Created new\/b\.ts \(5 bytes, sha256 \w{16}\)\.$/),
      expect.stringMatching(/^Moved old\.ts to moved\.ts: 1 hunk at line 2; now 4 bytes/),
      expect.stringMatching(/^Deleted gone\.ts \(was 4 bytes, sha256 \w{16}\)\.$/),
    ]);
    expect(bed.workspace.read('a.ts')).toBe('one\nII\nII.5\nthree\n');
    expect(bed.workspace.read('new/b.ts')).toBe('b\n\nb\n');
    expect(bed.workspace.read('moved.ts')).toBe('x\nY\n');
    expect([bed.has('old.ts'), bed.has('gone.ts')]).toEqual([false, false]);
  });

  test('keeps what was there, so that undo brings all of it back', async () => {
    await bed.seen('a.ts', 'one\n');
    await bed.seen('old.sh', 'x\n');
    bed.workspace.write('gone.ts', 'bye\n');
    await chmod(join(bed.workspace.path, 'old.sh'), 0o755);
    await bed.apply(
      envelope(
        '*** Update File: a.ts',
        '-one',
        '+two',
        '*** Add File: b.ts',
        '+b',
        '*** Update File: old.sh',
        '*** Move to: new.sh',
        '*** Delete File: gone.ts',
      ),
    );
    const mode = statSync(join(bed.workspace.path, 'new.sh')).mode & 0o777;

    await undoAll();

    expect(mode).toBe(0o755);
    expect(['a.ts', 'old.sh', 'gone.ts'].map(bed.workspace.read)).toEqual([
      'one\n',
      'x\n',
      'bye\n',
    ]);
    expect(statSync(join(bed.workspace.path, 'old.sh')).mode & 0o777).toBe(0o755);
    expect([bed.has('b.ts'), bed.has('new.sh')]).toEqual([false, false]);
  });

  test('changes nothing at all when one hunk of one file has no place', async () => {
    await bed.seen('a.ts', 'one\ntwo\n');
    await bed.seen('b.ts', 'alpha\nbeta\n');

    const result = await bed.apply(
      envelope(
        '*** Update File: a.ts',
        '@@',
        '-one',
        '+ONE',
        '@@',
        '-zwei',
        '+ZWEI',
        '*** Update File: b.ts',
        '@@',
        '-alpha',
        '+ALPHA',
        '*** Add File: c.ts',
        '+c',
      ),
    );

    expect(result).toMatchObject({
      success: false,
      error: expect.stringMatching(
        /^Nothing was changed in any file\.\na\.ts, hunk 2 \(line 6 of the patch\): its lines were not found/,
      ),
    });
    expect([bed.workspace.read('a.ts'), bed.workspace.read('b.ts'), bed.has('c.ts')]).toEqual([
      'one\ntwo\n',
      'alpha\nbeta\n',
      false,
    ]);
    expect(bed.workspace.memory.fileChanges).toEqual([]);
  });

  test('takes what git writes: new, deleted, moved and quoted files', async () => {
    bed.workspace.write('gone.txt', 'a\nb\n');
    bed.workspace.write('from.txt', 'same\n');
    await bed.seen('ä b.txt', 'one\n');

    const result = await bed.apply(`From 0123 Mon Sep 17 00:00:00 2001
Subject: [PATCH] all of it

diff --git a/run.sh b/run.sh
new file mode 100755
index 0000000..e69de29
--- /dev/null
+++ b/run.sh
@@ -0,0 +1,2 @@
+#!/bin/sh
+exit 0
\\ No newline at end of file
diff --git a/empty b/empty
new file mode 100644
index 0000000..e69de29
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
--- a/gone.txt
+++ /dev/null
@@ -1,2 +0,0 @@
-a
-b
diff --git a/from.txt b/to.txt
similarity index 100%
rename from from.txt
rename to to.txt
diff --git "a/\\303\\244 b.txt" "b/\\303\\244 b.txt"
--- "a/\\303\\244 b.txt"
+++ "b/\\303\\244 b.txt"
@@ -1 +1 @@
-one
+two
`);

    expect(result.success || result.error).toBe(true);
    expect(bed.workspace.read('run.sh')).toBe('#!/bin/sh\nexit 0');
    expect(statSync(join(bed.workspace.path, 'run.sh')).mode & 0o111).not.toBe(0);
    expect([bed.workspace.read('empty'), bed.workspace.read('to.txt')]).toEqual(['', 'same\n']);
    expect([bed.has('gone.txt'), bed.has('from.txt')]).toEqual([false, false]);
    expect(bed.workspace.read('ä b.txt')).toBe('two\n');
  });

  test('keeps the encoding of a file', async () => {
    const like = { encoding: 'gb18030', hasMark: false } as const;
    await bed.seen('a.txt', encodeText('第一行\n第二行\n', like) ?? '');

    await bed.apply(envelope('*** Update File: a.txt', '-第二行', '+第三行'));

    expect(readFileSync(join(bed.workspace.path, 'a.txt'))).toEqual(
      Buffer.from(encodeText('第一行\n第三行\n', like) ?? ''),
    );
  });
});
