import type { SearchRequest } from './search-request.ts';

/** Where a line fits the query; undefined where it does not. */
export type LineMatcher = (line: string) => number | undefined;

/** Throws `SyntaxError` when the pattern is not valid. */
export function createLineMatcher(
  request: Pick<SearchRequest, 'query' | 'regex' | 'ignoreCase'>,
): LineMatcher {
  const { query, regex, ignoreCase } = request;
  if (!regex && !ignoreCase) {
    return (line) => {
      const at = line.indexOf(query);
      return at < 0 ? undefined : at;
    };
  }
  const source = regex ? query : query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const expression = toExpression(source, ignoreCase ? 'i' : '');
  return (line) => expression.exec(line)?.index;
}

const LETTERS = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}';

const EVERYWHERE: Readonly<Record<string, string>> = {
  '\\w': `[${LETTERS}]`,
  '\\W': `[^${LETTERS}]`,
  '\\d': '\\p{Nd}',
  '\\D': '\\P{Nd}',
  '\\b': `(?:(?<=[${LETTERS}])(?![${LETTERS}])|(?<![${LETTERS}])(?=[${LETTERS}]))`,
  '\\B': `(?:(?<=[${LETTERS}])(?=[${LETTERS}])|(?<![${LETTERS}])(?![${LETTERS}]))`,
};

const IN_CLASSES: Readonly<Record<string, string>> = {
  '\\w': LETTERS,
  '\\d': '\\p{Nd}',
  '\\D': '\\P{Nd}',
};

/** Words and digits of every script, as ripgrep takes them; here they would be those of English. */
function withAllLetters(source: string): string {
  let inClass = false;
  return source.replaceAll(/\\.|[[\]]/g, (token) => {
    if (token === '[') inClass = true;
    if (token === ']') inClass = false;
    return (inClass ? IN_CLASSES[token] : EVERYWHERE[token]) ?? token;
  });
}

/** Unicode rules first; what they refuse, such as `\-`, may still be valid by the older ones. */
function toExpression(source: string, flags: string): RegExp {
  try {
    return new RegExp(withAllLetters(source), `${flags}u`);
  } catch {
    return new RegExp(source, flags);
  }
}
