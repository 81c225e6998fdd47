import { showHidden } from '../security/visible-text.ts';

const LABELS: Readonly<Record<string, string>> = {
  trace: 'TRACE',
  debug: 'DEBUG',
  info: 'INFO ',
  warn: 'WARN ',
  error: 'ERROR',
};

/** One JSON line of the log as people read it: time, level, message, then the other fields. */
export function prettyLine(line: string): string {
  const { time, level, message, ...fields }: Record<string, unknown> = JSON.parse(line);
  const at = new Date(Number(time)).toISOString();
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${render(value)}`);
  return `${onOneLine([at, LABELS[String(level)] ?? level, message, ...rest].join(' '))}\n`;
}

/** No text may begin a line of its own, or speak to the terminal. */
function onOneLine(text: string): string {
  return showHidden(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

function render(value: unknown): string {
  return typeof value === 'string' && /^\S+$/.test(value) ? value : JSON.stringify(value);
}
