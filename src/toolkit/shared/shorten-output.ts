import type { CapturedOutput } from '../../executors/executor.ts';

const ESCAPE = String.fromCharCode(27);
const BELL = String.fromCharCode(7);

/** Colours, cursor moves, titles: what a terminal would do and not show. */
const TERMINAL_CODES = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\)|[ -/]*[0-~])`,
  'g',
);

/** A third of what is kept is the beginning; the end tells most. */
const HEAD_SHARE = 1 / 3;

/** A stream as text: without terminal codes, with what a progress bar has overwritten gone. */
export function toPlainText({ head, tail, omittedBytes }: CapturedOutput): string {
  const gap = `\n[… ${omittedBytes.toLocaleString('en-US')} bytes were not kept …]\n`;
  return plain(head) + (omittedBytes > 0 ? gap + plain(tail) : '');
}

function plain(text: string): string {
  return text
    .replaceAll(TERMINAL_CODES, '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\n]*\r(?=[^\n])/g, '')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '');
}

/** At most `budget` characters and a note, by whole lines where they are not too long. */
export function shorten(text: string, budget: number): string {
  if (text.length <= budget) return text;
  const head = wholeLinesFromStart(text.slice(0, Math.floor(budget * HEAD_SHARE)));
  const tail = wholeLinesToEnd(text.slice(text.length - (budget - head.length)));
  const left = text.length - head.length - tail.length;
  return `${head}[… ${left.toLocaleString('en-US')} characters left out …]\n${tail}`;
}

function wholeLinesFromStart(text: string): string {
  const end = text.lastIndexOf('\n') + 1;
  return end >= text.length / 2 ? text.slice(0, end) : `${text.toWellFormed()}\n`;
}

function wholeLinesToEnd(text: string): string {
  const start = text.indexOf('\n') + 1;
  return start <= text.length / 2 ? text.slice(start) : text.toWellFormed();
}
