import { beforeEach, describe, expect, test } from 'vitest';
import { createPatchBed, envelope } from './patch-bed.contract.ts';

let bed: ReturnType<typeof createPatchBed>;

beforeEach(() => {
  bed = createPatchBed();
});

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

describe('T16 a hunk that fits at several places', () => {
  const HUNK = ['   if (a === null) {', '-    return 0;', '+    return 1;'];
  const secondOnly = SCRIPT.replace(/(second[\s\S]*?)return 0/, '$1return 1');

  test('is refused with their lines', async () => {
    await bed.seen('a.js', SCRIPT);

    const result = await bed.apply(envelope('*** Update File: a.js', '@@', ...HUNK));

    expect(result).toMatchObject({
      success: false,
      error: expect.stringMatching(/hunk 1 .*it fits at lines 2, 10\. Add neighbouring lines/),
    });
    expect(bed.workspace.read('a.js')).toBe(SCRIPT);
  });

  test.each([
    ['the function above it', '@@ function second(a) {'],
    ['the beginning of it', '@@ function second'],
    ['its line', '@@ -10,2 +10,2 @@'],
    ['the heading that git writes', '@@ -99,2 +99,2 @@ function second(a) {'],
  ])('goes where %s says', async (_, head) => {
    await bed.seen('a.js', SCRIPT);

    await bed.apply(['--- a/a.js', '+++ b/a.js', head, ...HUNK].join('\n'));

    expect(bed.workspace.read('a.js')).toBe(secondOnly);
  });

  test.each([
    ['a line at which it does not fit', '@@ -9,2 +9,2 @@'],
    ['a function that is not there', '@@ function third(a) {'],
    ['a line above both', '@@ -1,2 +1,2 @@ // header'],
  ])('is not guessed from %s', async (_, head) => {
    await bed.seen('a.js', `// header\n${SCRIPT}`);

    const result = await bed.apply(['--- a/a.js', '+++ b/a.js', head, ...HUNK].join('\n'));

    expect(result.success).toBe(false);
    expect(bed.workspace.read('a.js')).toBe(`// header\n${SCRIPT}`);
  });

  test('never reaches beyond the end of the function that is named', async () => {
    const text = `def a():\n    pass\n\ndef b():\n    x = 1\n\ndef c():\n    x = 1\n`;
    await bed.seen('a.py', text);

    const result = await bed.apply(
      envelope('*** Update File: a.py', '@@ def a():', '-    x = 1', '+    x = 2'),
    );

    expect(result).toMatchObject({ error: expect.stringMatching(/fits at lines 5, 8/) });
    expect(bed.workspace.read('a.py')).toBe(text);
  });

  test('goes to the end of the file when it says so', async () => {
    await bed.seen('a', 'x\ny\nx\n');

    await bed.apply(envelope('*** Update File: a', '-x', '+z', '*** End of File'));
    const inserted = await bed.apply(envelope('*** Update File: a', '+last', '*** End of File'));

    expect(inserted.success).toBe(true);
    expect(bed.workspace.read('a')).toBe('x\ny\nz\nlast\n');
  });
});
