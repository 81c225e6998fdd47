import { cutLine } from '../shared/cut-line.ts';
import { decodeText } from '../shared/text-encoding.ts';
import type { LineMatcher } from './match-lines.ts';
import type { Match, SearchRequest } from './search-request.ts';
import { walkFiles } from './walk-files.ts';

export interface TreeReport {
  readonly searched: number;
  /** Not text, too large, or not readable. */
  readonly skipped: number;
}

/** Searches file after file and gives each match away as it is found. Never waits: it belongs in a worker. */
export function searchTree(
  request: SearchRequest,
  matcher: LineMatcher,
  found: (match: Match) => void,
): TreeReport {
  let searched = 0;
  let skipped = 0;
  let room = request.maxResults + 1;
  for (const { name, read } of walkFiles(request)) {
    const text = textOf(read(), request);
    if (text === undefined) skipped += 1;
    else searched += 1;
    for (const match of matchesIn(text ?? '', matcher)) {
      found({ file: name, ...match });
      room -= 1;
      if (room === 0) return { searched, skipped };
    }
  }
  return { searched, skipped };
}

function textOf(bytes: Buffer | undefined, request: SearchRequest): string | undefined {
  if (bytes === undefined) return undefined;
  return cannotHold(bytes, request) ? '' : decodeText(bytes)?.text;
}

/** A look at the bytes rules most files out. Where there are zeros the text may be UTF-16. */
function cannotHold(bytes: Buffer, { query, regex, ignoreCase }: SearchRequest): boolean {
  const isPlain = !regex && !ignoreCase && /^[\0-\x7f]*$/.test(query);
  return isPlain && !bytes.includes(query) && !bytes.includes(0);
}

function* matchesIn(text: string, matcher: LineMatcher): Generator<Omit<Match, 'file'>> {
  let line = 1;
  for (let start = 0; start < text.length; line += 1) {
    const end = text.indexOf('\n', start);
    const content = text.slice(start, end < 0 ? text.length : end).replace(/\r$/, '');
    const at = matcher(content);
    if (at !== undefined) yield { line, text: cutLine(content, at) };
    if (end < 0) return;
    start = end + 1;
  }
}
