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
  const shelf = createShelf();
  let pending = '';
  let depth = 0;
  let shown = false;
  let trimming = false;

  function emit(text: string) {
    if (depth > 0) return shelf.think(text);
    const visible = trimming ? text.trimStart() : text;
    if (visible === '') return;
    trimming = false;
    shown = true;
    quoting.follow(visible);
    shelf.show(visible);
  }

  function open(mark: string) {
    if (depth === 0) shelf.open(quoting.withinLine());
    shelf.note(mark);
    depth += 1;
  }

  function close(mark: string) {
    if (depth === 0) return;
    shelf.note(mark);
    depth -= 1;
    if (depth > 0) return;
    shelf.close();
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
    return shelf.clear();
  }

  return {
    push(text) {
      pending += text;
      return run(false);
    },

    end(whole) {
      const parts = run(true);
      if (depth > 0) shelf.end(whole);
      return [...parts, ...shelf.clear()];
    },
  };
}

function mayBecomeMark(text: string): boolean {
  const start = text.slice(0, MARK_LENGTH).toLowerCase();
  const name = /^(<\/?think(?:ing)?)\s{0,8}$/.exec(start)?.[1];
  return name !== undefined || MARKS.some((mark) => mark.startsWith(start));
}

interface Shelf {
  show(text: string): void;
  think(text: string): void;
  /** Thinking begins; what may be a mention is kept until it is closed. */
  open(mention: boolean): void;
  /** A mark, which is text after all where it was a mention. */
  note(mark: string): void;
  close(): void;
  /** The end of thinking that was never closed. */
  end(whole: boolean): void;
  clear(): readonly FilteredPart[];
}

function createShelf(): Shelf {
  const parts: FilteredPart[] = [];
  let mention: { text: string; thought: string } | undefined;

  function append(type: 'text' | 'reasoning', text: string) {
    if (text === '') return;
    const last = parts.at(-1);
    if (last?.type === type) parts[parts.length - 1] = { type, text: last.text + text };
    else parts.push({ type, text });
  }

  function close() {
    append('reasoning', mention?.thought ?? '');
    mention = undefined;
    parts.push({ type: 'reasoning-end' });
  }

  return {
    show: (text) => append('text', text),
    think(text) {
      if (mention === undefined) return append('reasoning', text);
      mention = { text: mention.text + text, thought: mention.thought + text };
    },
    open(isMention) {
      mention = isMention ? { text: '', thought: '' } : undefined;
    },
    note(mark) {
      if (mention !== undefined) mention = { ...mention, text: mention.text + mark };
    },
    close,
    end(whole) {
      if (whole && mention !== undefined) append('text', mention.text);
      else close();
    },
    clear: () => parts.splice(0),
  };
}
