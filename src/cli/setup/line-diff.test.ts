import { describe, expect, test } from 'vitest';
import { lineDiff } from './line-diff.ts';

describe('lineDiff', () => {
  test('shows only the lines that differ, in order', () => {
    const before = 'a: 1\nb: 2\nc: 3\nd: 4\n';
    const after = 'a: 1\nc: 3\nnew: 5\nd: 6\n';

    expect(lineDiff(before, after)).toEqual(['- b: 2', '- d: 4', '+ new: 5', '+ d: 6']);
  });

  test('shows a new file whole, and nothing when nothing differs', () => {
    expect(lineDiff('', 'a: 1\n')).toEqual(['+ a: 1']);
    expect(lineDiff('a: 1\r\n', 'a: 1\n')).toEqual([]);
  });

  test.each([
    ['    apiKey: sk-secret', '-     apiKey: ***'],
    ['  - "x-api-key": sk-secret', '-   - "x-api-key": ***'],
    ['password: "hunter 2"', '- password: ***'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference is not a secret
    ['apiKey: ${DEEPSEEK_API_KEY}', '- apiKey: ${DEEPSEEK_API_KEY}'],
  ])('F2 masks a secret in %j', (line, shown) => {
    expect(lineDiff(`${line}\n`, '')).toEqual([shown]);
  });
});
