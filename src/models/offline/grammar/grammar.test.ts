import { describe, expect, test } from 'vitest';
import { createRequestParser } from '../parse-request.ts';
import { GRAMMAR } from './grammar.ts';
import type { GrammarRow } from './row.ts';

const parse = createRequestParser(GRAMMAR);
const examples = GRAMMAR.flatMap((row) =>
  row.examples.map(([message, fields = {}]) => ({ row, message, fields })),
);

/** The grammar without the other rows that could understand the last step of an example of `row`. */
function aloneFor(row: GrammarRow): readonly GrammarRow[] {
  return row.follows ? [row, ...GRAMMAR.filter(({ follows }) => !follows)] : [row];
}

describe('the grammar', () => {
  test.each(examples)('understands $message', ({ row, message, fields }) => {
    const { intents } = parse(message);

    expect(intents.at(-1)).toEqual({ kind: row.kind, ...fields });
    expect(intents).toHaveLength(row.follows ? 2 : 1);
  });

  test.each(examples)('needs its own row for $message', ({ row, message, fields }) => {
    const parseAlone = createRequestParser(aloneFor(row));

    expect(parseAlone(message).intents.at(-1)).toEqual({ kind: row.kind, ...fields });
  });

  test('says everything in both languages, and shows every row', () => {
    const kinds = new Set(GRAMMAR.map(({ kind }) => kind));
    const inChinese = new Set(
      GRAMMAR.filter(({ language }) => language === 'zh').map(({ kind }) => kind),
    );
    const inEnglish = new Set(
      GRAMMAR.filter(({ language }) => language === 'en').map(({ kind }) => kind),
    );

    expect(inChinese).toEqual(kinds);
    expect(inEnglish).toEqual(kinds);
    expect(GRAMMAR.filter((row) => row.examples.length === 0)).toEqual([]);
  });

  test('has no pattern that two rows share', () => {
    const patterns = GRAMMAR.map(({ pattern }) => pattern);

    expect(patterns).toHaveLength(new Set(patterns).size);
  });
});
