/** Scripts that put no spaces between words, or glue endings to them: matched anywhere in a run. */
const RUNNING =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const RUNS = new RegExp(`[${RUNNING}]+|(?:(?![${RUNNING}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');
const STARTS_RUNNING = new RegExp(`^[${RUNNING}]`, 'u');

/**
 * The words of a text as one line that `searchTerms` can be looked up in: full-width and half-width forms and case
 * made equal, punctuation dropped, a space before each word and between scripts.
 */
export function searchLine(text: string): string {
  return runsOf(text)
    .map((run) => ` ${run}`)
    .join('');
}

/**
 * What a `searchLine` must contain, all of it, to match the query. Words of scripts with spaces match from their
 * beginning; others anywhere.
 */
export function searchTerms(query: string): readonly string[] {
  return [...new Set(runsOf(query))].map((run) => (STARTS_RUNNING.test(run) ? run : ` ${run}`));
}

function runsOf(text: string): readonly string[] {
  return text.normalize('NFKC').toLowerCase().match(RUNS) ?? [];
}
