import type { SearchHit } from './search-provider.ts';

const LONGEST_TITLE = 200;
const LONGEST_SNIPPET = 500;

/** Each hit as a few lines; those that lead nowhere, and those that came before, are left out. */
export function presentHits(hits: readonly SearchHit[], most: number): readonly string[] {
  const seen = new Set<string>();
  const fresh = hits.filter(({ url }) => {
    const known = seen.has(url);
    seen.add(url);
    return !known && /^https?:$/.test(URL.parse(url)?.protocol ?? '');
  });
  return fresh.slice(0, most).map(({ title, url, snippet, date = '' }, index) => {
    const about = [plain(date, 40), plain(snippet, LONGEST_SNIPPET)].filter((text) => text !== '');
    const lines = [`${index + 1}. ${plain(title, LONGEST_TITLE) || url}`, url, about.join(': ')];
    return lines.filter((line) => line !== '').join('\n   ');
  });
}

/** One line without the marks by which providers show what matched. */
function plain(text: string, longest: number): string {
  const line = text
    .replaceAll(/<\/?(?:strong|b|em|i|mark)>/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > longest ? `${line.slice(0, longest).toWellFormed()}…` : line;
}
