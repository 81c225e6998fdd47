import type { Language } from '../../protocol/language.ts';
import { replyText } from './reply-texts.ts';

export interface ExcerptLimits {
  readonly lines: number;
  readonly characters: number;
  /** Which end stays. */
  readonly keep: 'head' | 'tail';
}

/** The text in a fence of its own, cut to the limits, with how much is missing. */
export function excerpt(text: string, limits: ExcerptLimits, language: Language): string {
  const whole = text.replace(/^\n+/, '').trimEnd();
  const shown = cutCharacters(cutLines(whole, limits), limits);
  const missing = whole.length - shown.length;
  const note = missing > 0 ? missingNote(whole, shown, { limits, language }) : '';
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  const lines = limits.keep === 'head' ? [shown, note] : [note, shown];
  return [fence, ...lines.filter((line) => line !== ''), fence].join('\n');
}

function cutLines(text: string, { lines: most, keep }: ExcerptLimits): string {
  const lines = text.split('\n');
  if (lines.length <= most) return text;
  return (keep === 'head' ? lines.slice(0, most) : lines.slice(-most)).join('\n');
}

/** Never between the two halves of a character outside the basic plane. */
function cutCharacters(text: string, { characters: most, keep }: ExcerptLimits): string {
  if (text.length <= most) return text;
  if (keep === 'head') return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  return text.slice(-most).replace(/^[\uDC00-\uDFFF]/, '');
}

function missingNote(
  whole: string,
  shown: string,
  { limits, language }: { limits: ExcerptLimits; language: Language },
): string {
  const lines = countLines(whole) - countLines(shown);
  const where = limits.keep === 'head' ? 'After' : 'Before';
  if (lines > 0) return replyText(language, `lines${where}`, { count: lines });
  return replyText(language, `characters${where}`, { count: whole.length - shown.length });
}

function countLines(text: string): number {
  return text.split('\n').length;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
