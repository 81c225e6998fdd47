import { createQuoting } from './quoting.ts';

export type FilteredPart =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | { readonly type: 'reasoning-end' };

/** Takes the thinking that a model wrote into its text out of it, however the text was split on the way. */
export interface ThinkFilter {
  push(text: string): readonly FilteredPart[];
  /**
   * What was held back because it could have become a mark, and the end of thinking that was never closed. Of an
   * answer that is whole, a mark in the middle of a line that was never closed is a mention: all behind it is text.
   */
  end(whole: boolean): readonly FilteredPart[];
}

const MARKS = [
  '<think>',
  '</think>',
  '<thinking>',
  '</thinking>',
  '[think]',
  '[/think]',
  '◁think▷',
  '◁/think▷',
];

const MARK = /^(?:<(\/?)(?:think|thinking)\s{0,8}>|\[(\/?)think\]|◁(\/?)think▷)/i;
const FIRST_CHARACTER = /[<[◁]/;
/** Longer than any mark. */
const MARK_LENGTH = 24;

/**
 * `<think>…</think>` and its relatives become reasoning: nested, unclosed and split anywhere. Marks that are quoted, in
 * a fenced block or right behind a backtick or a quotation mark, are text. A closing mark without an opening one is
 * dropped.
 */
export function createThinkFilter(): ThinkFilter {
  const quoting = createQuoting();
  let pending = '';
  let depth = 0;
  let shown = false;
  let trimming = false;
  /** Everything behind a mark that may be a mention, until it is closed. */
  let aside: { text: string; thought: string } | undefined;
  let out: FilteredPart[] = [];

  function emit(text: string) {
    if (depth > 0) return think(text);
    const visible = trimming ? text.trimStart() : text;
    if (visible === '') return;
    trimming = false;
    shown = true;
    quoting.follow(visible);
    append('text', visible);
  }

  function append(type: 'text' | 'reasoning', text: string) {
    if (text === '') return;
    const last = out.at(-1);
    if (last?.type === type) out[out.length - 1] = { type, text: last.text + text };
    else out.push({ type, text });
  }

  function think(text: string) {
    if (aside === undefined) return append('reasoning', text);
    aside.text += text;
    aside.thought += text;
  }

  function open(mark: string) {
    if (depth === 0 && quoting.withinLine()) aside = { text: '', thought: '' };
    if (aside !== undefined) aside.text += mark;
    depth += 1;
  }

  function close(mark: string) {
    if (depth === 0) return;
    if (aside !== undefined) aside.text += mark;
    depth -= 1;
    if (depth === 0) endThinking();
  }

  function endThinking() {
    append('reasoning', aside?.thought ?? '');
    aside = undefined;
    out.push({ type: 'reasoning-end' });
    trimming = !shown;
  }

  function take(length: number): string {
    const taken = pending.slice(0, length);
    pending = pending.slice(length);
    return taken;
  }

  /** Deals with what begins at a character that may begin a mark; false when more text is needed to tell. */
  function step(final: boolean): boolean {
    const mark = MARK.exec(pending);
    if (mark === null && !final && mayBecomeMark(pending)) return false;
    const text = take(mark?.[0].length ?? 1);
    const closes = mark?.slice(1).includes('/') ?? false;
    if (mark === null || isQuoted(closes)) emit(text);
    else if (closes) close(text);
    else open(text);
    return true;
  }

  function isQuoted(closes: boolean): boolean {
    return depth === 0 && (closes ? quoting.inside() : quoting.opens());
  }

  function run(final: boolean): readonly FilteredPart[] {
    while (pending !== '') {
      const at = pending.search(FIRST_CHARACTER);
      emit(take(at < 0 ? pending.length : at));
      if (pending !== '' && !step(final)) break;
    }
    const parts = out;
    out = [];
    return parts;
  }

  return {
    push(text) {
      pending += text;
      return run(false);
    },

    end(whole) {
      const parts = run(true);
      if (depth === 0) return parts;
      if (whole && aside !== undefined) append('text', aside.text);
      else endThinking();
      return [...parts, ...out.splice(0)];
    },
  };
}

function mayBecomeMark(text: string): boolean {
  const start = text.slice(0, MARK_LENGTH).toLowerCase();
  const name = /^(<\/?think(?:ing)?)\s{0,8}$/.exec(start)?.[1];
  return name !== undefined || MARKS.some((mark) => mark.startsWith(start));
}
