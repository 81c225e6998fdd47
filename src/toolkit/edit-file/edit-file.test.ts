import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../testing/temporary-workspace.ts';
import { contentHash } from '../shared/content-hash.ts';
import { encodeText, type TextEncoding } from '../shared/text-encoding.ts';
import { createTurnTaking } from '../shared/turn-taking.ts';
import { createEditFile } from './index.ts';

let workspace: TemporaryWorkspace;
let tool: ReturnType<typeof createEditFile>;

beforeEach(() => {
  workspace = createTemporaryWorkspace();
  tool = createEditFile(workspace.open, createTurnTaking());
});

afterEach(() => workspace.remove());

/** Writes a file that the session has read. */
async function seen(name: string, content: string | Uint8Array) {
  workspace.write(name, content);
  await workspace.memory.noteFileView(
    join(workspace.path, name),
    contentHash(Buffer.from(content as string)),
  );
}

function edit(path: string, oldText: string, newText: string) {
  return tool.execute({ path, oldText, newText, replaceAll: false }, workspace.context());
}

function editAll(path: string, oldText: string, newText: string) {
  return tool.execute({ path, oldText, newText, replaceAll: true }, workspace.context());
}

describe('T15 edit_file', () => {
  test('replaces a unique text and shows the changed lines as they now stand', async () => {
    await seen('a.ts', 'one\ntwo\nthree\nfour\nfive\nsix\n');

    const result = await edit('a.ts', 'three\n', 'III\nIII.5\n');

    expect(workspace.read('a.ts')).toBe('one\ntwo\nIII\nIII.5\nfour\nfive\nsix\n');
    expect(result).toMatchObject({ success: true, metadata: { replacements: 1, lines: [3] } });
    expect(result.success && result.output.split('\n').slice(1)).toEqual([
      '1: one',
      '2: two',
      '3: III',
      '4: III.5',
      '5: four',
      '6: five',
    ]);
  });

  test('says how often and where a text stands that is not unique', async () => {
    await seen('a.ts', 'x\ny\nx\nx\n');

    const result = await edit('a.ts', 'x', 'z');

    expect(result).toMatchObject({
      success: false,
      error: expect.stringMatching(/stands 3 times in a.ts, at lines 1, 3, 4;.*replaceAll/),
      metadata: { matches: 3, lines: [1, 3, 4] },
    });
    expect(workspace.read('a.ts')).toBe('x\ny\nx\nx\n');
  });

  test('replaces every occurrence when told to, with the lines of the new text', async () => {
    await seen('a.ts', 'x\ny\nx\n');

    const result = await editAll('a.ts', 'x\n', 'a\nb\n');

    expect(workspace.read('a.ts')).toBe('a\nb\ny\na\nb\n');
    expect(result).toMatchObject({ metadata: { replacements: 2, lines: [1, 4] } });
  });

  test('refuses a file that has changed since it was read, as a conflict', async () => {
    await seen('a.ts', 'one\n');
    workspace.write('a.ts', 'one\ntheirs\n');

    const result = await edit('a.ts', 'one', 'two');

    expect(result).toMatchObject({
      success: false,
      error: expect.stringMatching(/changed since you read it.*Read it again/),
      metadata: { code: 'conflict' },
    });
    expect(workspace.read('a.ts')).toBe('one\ntheirs\n');
  });

  test('wants a file to be read first, and then edits it again and again', async () => {
    workspace.write('a.ts', 'one\n');

    const unread = await edit('a.ts', 'one', 'two');
    await seen('a.ts', 'one\n');
    await edit('a.ts', 'one', 'two');
    const second = await edit('a.ts', 'two', 'three');

    expect(unread).toMatchObject({ success: false, error: expect.stringMatching(/read_file/) });
    expect(second.success).toBe(true);
    expect(workspace.read('a.ts')).toBe('three\n');
  });

  test('takes special replacement patterns for plain text', async () => {
    await seen('a.ts', 'cost\ncost\n');

    await editAll('a.ts', 'cost', "$& $1 $' \\n");

    expect(workspace.read('a.ts')).toBe("$& $1 $' \\n\n$& $1 $' \\n\n");
  });
});

describe('T15 what edit_file keeps', () => {
  test.each([
    {
      kept: 'CRLF line ends',
      was: 'a\r\nb\r\nc\r\n',
      old: 'a\nb',
      is: 'A\r\nA2\r\nB\r\nc\r\n',
      to: 'A\nA2\nB',
    },
    { kept: 'a missing last newline', was: 'a\nb', old: 'b', to: 'B', is: 'a\nB' },
    {
      kept: 'mixed line ends elsewhere',
      was: 'a\r\nb\nc\r\nd\r\n',
      old: 'c\nd',
      to: 'C',
      is: 'a\r\nb\nC\r\n',
    },
    { kept: 'a byte order mark', was: '\ufeffa\n', old: 'a', to: 'b', is: '\ufeffb\n' },
    { kept: 'lone carriage returns', was: 'a\rb\nc\n', old: 'c', to: 'd', is: 'a\rb\nd\n' },
    { kept: 'a line end at the edge', was: 'a\r\nb\r\n', old: '\nb', to: '\nc', is: 'a\r\nc\r\n' },
  ])('$kept', async ({ was, old, to, is }) => {
    await seen('a.txt', was);

    await edit('a.txt', old, to);

    expect(workspace.read('a.txt')).toBe(is);
  });

  test.each<[TextEncoding, boolean]>([
    ['gb18030', false],
    ['utf-16le', true],
    ['utf-16be', true],
  ])('the encoding %s', async (encoding, hasMark) => {
    const like = { encoding, hasMark };
    await seen('a.txt', encodeText('第一行\n第二行\n', like) ?? '');

    const result = await edit('a.txt', '第二', '第三');

    expect(result.success).toBe(true);
    expect(readFileSync(join(workspace.path, 'a.txt'))).toEqual(
      Buffer.from(encodeText('第一行\n第三行\n', like) ?? ''),
    );
  });

  test('what is no clean text: it is not edited at all', async () => {
    await seen('log', Buffer.concat([Buffer.from('第一行，第二行\n'), Buffer.from([0xe4, 0xbd])]));

    expect(await edit('log', '第一', '第三')).toMatchObject({
      success: false,
      error: expect.stringMatching(/no clean text.*exec/),
    });
  });

  test('all other bytes, for any text, line ends and place', async () => {
    const next = seeded(7);
    const pieces = ['a', 'b', '中', '\n', '\r\n', ' ', '$1'];
    const random = (most: number) =>
      Array.from({ length: 1 + next(most) }, () => pieces[next(pieces.length)]).join('');

    for (let round = 0; round < 60; round += 1) {
      const [before, after] = [random(12), random(12)];
      const newText = random(4).replaceAll('\r\n', '\n');
      const original = `${before}<<old>>${after}`;
      await seen('a.txt', original);

      await edit('a.txt', '<<old>>', newText);

      const written = workspace.read('a.txt');
      expect(written.startsWith(before)).toBe(true);
      expect(written.endsWith(after)).toBe(true);
      expect(written.replaceAll('\r\n', '\n').length).toBe(
        original.replaceAll('\r\n', '\n').length - 7 + newText.length,
      );
    }
  });
});

describe('T15 what edit_file says when the text is not there', () => {
  test.each([
    [
      'other indentation',
      '  if (a) {\n    b();\n',
      'but for white space, at line 2.*\n\tif \\(a\\)',
    ],
    ['a space too many', 'return  1;', 'but for white space, at line 5'],
    ['a similar line', 'const totalPrice = sum(items, tax);', 'nearest is at line 1'],
    ['nothing like it', 'zzz qqq www', 'Nothing similar was found. Read'],
  ])('for %s', async (_, oldText, error) => {
    const text = 'const totalPrice = sum(items);\n\tif (a) {\n\t\tb();\n\t}\nreturn 1;\n';
    await seen('a.ts', text);

    const result = await edit('a.ts', oldText, 'x');

    expect(result).toMatchObject({
      success: false,
      error: expect.stringMatching(new RegExp(error, 's')),
    });
    expect(workspace.read('a.ts')).toBe(text);
  });

  test('or when nothing would change, or there is no such file', async () => {
    await seen('a.ts', 'one\n');

    expect(await edit('a.ts', 'one', 'one')).toMatchObject({
      error: expect.stringMatching(/same/),
    });
    expect(await edit('b.ts', 'one', 'two')).toMatchObject({
      error: expect.stringMatching(/does not exist/),
    });
  });
});

describe('T7 what edit_file knows after a crash', () => {
  const verify = (oldText: string, newText: string) =>
    tool.verify?.({ path: 'a.ts', oldText, newText, replaceAll: false }, workspace.context());

  test('is the outcome when the process died right after the change', async () => {
    await seen('a.ts', 'one\ntwo\n');
    const result = await edit('a.ts', 'one', 'ONE');

    expect(await verify('one', 'ONE')).toEqual({ state: 'done', result });
  });

  test('is that nothing was done before, and unknown after somebody else', async () => {
    await seen('a.ts', 'one\n');
    const before = await verify('one', 'ONE');
    await edit('a.ts', 'one', 'ONE');
    workspace.write('a.ts', 'theirs');

    expect(before).toEqual({ state: 'not_done' });
    expect(await verify('one', 'ONE')).toEqual({ state: 'unknown' });
  });
});

/** Numbers below `limit`, the same ones in every run. */
function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
