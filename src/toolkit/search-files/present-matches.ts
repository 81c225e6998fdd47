import type { ToolResult } from '../../tools/tool.ts';
import { failure } from '../shared/failure.ts';
import { MOST_CHARACTERS } from '../shared/result-size.ts';
import { count, visibleName } from '../shared/text-lines.ts';
import type { Match, SearchOutcome, SearchRequest } from './search-request.ts';

/** The matches as `path:line: text`, with what was not shown and what to do about it. */
export function presentMatches(
  { matches, state, searched }: SearchOutcome,
  { query, name, maxResults }: SearchRequest,
  timeoutMs: number,
): ToolResult {
  const shown = fitting(matches.slice(0, maxResults));
  const lines = shown.map(toText);
  const files = new Set(shown.map(({ file }) => file)).size;
  const metadata = {
    path: name,
    matches: shown.length,
    files,
    truncated: shown.length < matches.length || state === 'timeout',
  };
  const where = `${JSON.stringify(query)} in ${name === '.' ? 'the workspace' : visibleName(name)}`;
  if (state === 'timeout') {
    const found =
      lines.length > 0 ? `Found until then:\n${lines.join('\n')}` : 'Nothing was found until then.';
    const error = `search timed out after ${timeoutMs / 1_000}s. Name a smaller path, a glob, or a simpler pattern. ${found}`;
    return { ...failure(error, metadata), outcome: 'timeout' };
  }
  const looked = searched === undefined ? '' : ` (${count(searched, 'file')} searched)`;
  if (shown.length === 0)
    return { success: true, output: `No match for ${where}${looked}.`, metadata };
  const total = metadata.truncated
    ? `More than ${count(shown.length, 'match', 'matches')}`
    : count(shown.length, 'match', 'matches');
  const head = `${total} for ${where}, in ${count(files, 'file')}${looked}:`;
  const note = metadata.truncated
    ? [`[Only the first ${shown.length} are shown. Narrow it with path, glob or a longer query.]`]
    : [];
  return { success: true, output: [head, ...lines, ...note].join('\n'), metadata };
}

/** As many as fit into one result. */
function fitting(matches: readonly Match[]): readonly Match[] {
  let characters = 0;
  const end = matches.findIndex((match) => {
    characters += toText(match).length + 1;
    return characters > MOST_CHARACTERS;
  });
  return end < 0 ? matches : matches.slice(0, end);
}

function toText({ file, line, text }: Match): string {
  return `${visibleName(file)}:${line}: ${text}`;
}
