import { isNestedDeeper } from '../base/nesting.ts';

/** Arguments as a model wrote them, read; or where they are no JSON. */
export type ParsedArguments =
  | { readonly ok: true; readonly value: unknown; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly problem: string };

const LONGEST_TEXT = 8_000_000;
const DEEPEST = 64;

interface Repair {
  readonly name: string;
  /** The mended text; undefined when there is nothing of this kind to mend. */
  mend(text: string): string | undefined;
}

/** Each changes the form and never the meaning; a text that can mean two things stays refused. */
const REPAIRS: readonly Repair[] = [
  {
    name: 'a code fence was taken off',
    mend: (text) => /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/.exec(text)?.[1],
  },
  { name: 'line ends and tabs in texts were escaped', mend: escapeControls },
  { name: 'commas before a closing bracket were removed', mend: removeTrailingCommas },
];

/** Reads the JSON text of a call. No text at all stands for no arguments. */
export function parseArguments(text: string): ParsedArguments {
  if (text.length > LONGEST_TEXT) return tooLarge(`longer than ${LONGEST_TEXT} characters`);
  if (text.trim() === '') return { ok: true, value: {}, repairs: [] };
  const parsed = parseOrMend(text);
  if (!parsed.ok) return parsed;
  const unwrapped = unwrap(parsed);
  return isNestedDeeper(unwrapped.value, DEEPEST)
    ? tooLarge(`nested deeper than ${DEEPEST}`)
    : unwrapped;
}

function tooLarge(problem: string): ParsedArguments {
  return { ok: false, problem: `they are ${problem}` };
}

function parseOrMend(text: string): ParsedArguments {
  const first = parse(text);
  if (first.ok) return first;
  let mended = text;
  const repairs: string[] = [];
  for (const { name, mend } of REPAIRS) {
    const next = mend(mended);
    if (next === undefined || next === mended) continue;
    mended = next;
    repairs.push(name);
    const parsed = parse(mended);
    if (parsed.ok) return { ...parsed, repairs };
  }
  return first;
}

/** An object that was sent as a string, and `null` for no arguments. */
function unwrap(parsed: Extract<ParsedArguments, { ok: true }>): typeof parsed {
  const { value, repairs } = parsed;
  if (value === null) return { ...parsed, value: {}, repairs: [...repairs, 'null stood for none'] };
  if (typeof value !== 'string') return parsed;
  const inner = parse(value);
  if (!inner.ok || typeof inner.value !== 'object' || inner.value === null) return parsed;
  return { ...inner, repairs: [...repairs, 'the object was sent as a JSON string'] };
}

function parse(text: string): ParsedArguments {
  try {
    return { ok: true, value: JSON.parse(text), repairs: [] };
  } catch (thrown) {
    return { ok: false, problem: problemOf(thrown, text) };
  }
}

/** What is wrong and where, with the text around it. */
function problemOf(thrown: unknown, text: string): string {
  const message = thrown instanceof Error ? thrown.message : 'not JSON';
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? firstBadPosition(text));
  const around = text.slice(Math.max(0, position - 20), position + 20);
  const what = message.replace(/ in JSON at position.*$/s, '').replace(/, (?:"|\.\.\.).*$/s, '');
  return `${what} at position ${position}, near ${JSON.stringify(around)}`;
}

/** For short texts the engine names no position: the first beginning that nothing could complete. */
function firstBadPosition(text: string): number {
  const most = Math.min(text.length, SHORT_TEXT);
  for (let length = 1; length <= most; length += 1) {
    if (!canBeCompleted(text.slice(0, length))) return length - 1;
  }
  return text.length;
}

const SHORT_TEXT = 200;

function canBeCompleted(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && /end of JSON input|Unterminated/.test(thrown.message);
  }
}

const STRING = /"(?:[^"\\]|\\[\s\S])*"/g;
const CONTROLS: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeControls(text: string): string {
  return text.replaceAll(STRING, (string) =>
    string.replaceAll(/[\n\r\t]/g, (control) => CONTROLS[control] ?? control),
  );
}

function removeTrailingCommas(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])/g, (piece) =>
    piece === ',' ? '' : piece,
  );
}
