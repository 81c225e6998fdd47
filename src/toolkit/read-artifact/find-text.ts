import type { ToolResult } from '../../tools/tool.ts';
import { cutLine } from '../shared/cut-line.ts';
import { MOST_CHARACTERS } from '../shared/result-size.ts';
import { count, toLines } from '../shared/text-lines.ts';
import type { ArtifactInput } from './input.ts';

const MOST_MATCHES = 100;

type Query = ArtifactInput & { readonly find: string };

/** Every line that holds the text, with its number, from the lines that were asked for. */
export function findText(name: string, text: string, query: Query): ToolResult {
  const { find, ignoreCase, start: startLine = 1, end: endLine } = query;
  const lines = toLines(text);
  const sought = ignoreCase ? find.toLowerCase() : find;
  const matches: string[] = [];
  let [total, characters] = [0, 0];
  for (const [index, line] of lines.slice(startLine - 1, endLine).entries()) {
    const at = (ignoreCase ? line.toLowerCase() : line).indexOf(sought);
    if (at < 0) continue;
    total += 1;
    const shown = `${startLine + index}: ${cutLine(line, at)}`;
    characters += shown.length + 1;
    if (matches.length < MOST_MATCHES && characters <= MOST_CHARACTERS) matches.push(shown);
  }
  return report({ name, lines: lines.length, total, matches }, find);
}

interface Found {
  readonly name: string;
  readonly lines: number;
  readonly total: number;
  readonly matches: readonly string[];
}

function report({ name, lines, total, matches }: Found, find: string): ToolResult {
  const left = total - matches.length;
  const metadata = { lines, matches: matches.length, truncated: left > 0 };
  const where = `${JSON.stringify(find)} in ${name} (${count(lines, 'line')})`;
  if (total === 0) return { success: true, output: `No line holds ${where}.`, metadata };
  const last = matches.at(-1)?.split(':')[0] ?? '';
  const note = [`[${count(left, 'more line')}. Go on with start ${Number(last) + 1}.]`];
  return {
    success: true,
    output: [
      `${count(total, 'line holds', 'lines hold')} ${where}:`,
      ...matches,
      ...(left > 0 ? note : []),
    ].join('\n'),
    metadata,
  };
}
