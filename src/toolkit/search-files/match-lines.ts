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

/** Unicode rules first; what they refuse, such as `\-`, may still be valid by the older ones. */
function toExpression(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    return new RegExp(source, flags);
  }
}
