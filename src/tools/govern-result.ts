import { stripVTControlCharacters } from 'node:util';
import type { Origin } from '../protocol/origin.ts';
import type { Call, CallEnd } from './call.ts';

export interface GovernedText {
  readonly text: string;
  readonly artifactId?: string;
}

const PLAIN = /^[\n\t -~]*$/;
const CONTROL = /[^\P{Cc}\n\t]/gu;

/** Of a cut text the end says more than the beginning: errors and summaries stand there. */
const HEAD_SHARE = 0.3;

/** Bounds what a model reads: the head, the tail, how much was left out, and where the whole is kept. */
export async function governText(
  { recorder }: Pick<Call, 'recorder'>,
  end: Pick<CallEnd, 'text' | 'full'> & { readonly origin: Origin },
  maxCharacters: number,
): Promise<GovernedText> {
  const text = clean(end.text);
  const whole = end.full === undefined ? text : clean(end.full);
  if (text.length <= maxCharacters && end.full === undefined) return { text };
  const artifactId = await recorder.keepArtifact(whole, end.origin);
  const note = `whole text: artifact ${artifactId}, in parts with read_artifact`;
  if (text.length <= maxCharacters) return { text: `${text}\n[${note}]`, artifactId };
  const head = text.slice(0, Math.floor(maxCharacters * HEAD_SHARE));
  const tail = text.slice(text.length - (maxCharacters - head.length));
  const omitted = text.length - head.length - tail.length;
  const cut = `[… ${omitted} characters left out; ${note} …]`;
  return { text: `${trimPartial(head)}\n${cut}\n${trimPartial(tail)}`, artifactId };
}

/** Without colours, controls and halves of characters: what a provider takes and a person can read. */
function clean(text: string): string {
  if (PLAIN.test(text)) return text;
  return stripVTControlCharacters(text).replaceAll(CONTROL, '').toWellFormed();
}

/** A cut in the middle of a pair would leave half a character. */
function trimPartial(text: string): string {
  return text.toWellFormed().replace(/^\uFFFD|\uFFFD$/g, '');
}

/** The first line that says something, for people. */
export function firstLine(text: string, longest = 200): string {
  const line = text.split('\n').find((candidate) => candidate.trim() !== '') ?? '';
  return line.length <= longest ? line.trim() : `${line.slice(0, longest).trim()}…`;
}
