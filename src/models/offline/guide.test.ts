import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { GRAMMAR } from './grammar/grammar.ts';

const guide = readFileSync(
  new URL('../../../docs/guides/offline-model.md', import.meta.url),
  'utf8',
);
const examples = GRAMMAR.flatMap((row) => row.examples.map(([message]) => message));

/** Messages of one line stand together in a block, those of several lines each in a block of their own. */
function documentedExamples(): string[] {
  const longBlocks = [...guide.matchAll(/^````text\n([\s\S]*?)\n````$/gm)];
  const blocks = guide.replaceAll(/^````text\n[\s\S]*?\n````$/gm, '');
  const lines = [...blocks.matchAll(/^```text\n([\s\S]*?)\n```$/gm)].flatMap(([, block = '']) =>
    block.split('\n'),
  );
  return [...lines, ...longBlocks.map(([, block = '']) => block)];
}

describe('docs/guides/offline-model.md', () => {
  test('shows every example of the grammar, and no other', () => {
    expect(documentedExamples().sort()).toEqual([...examples].sort());
  });
});
