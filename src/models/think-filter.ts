export type FilteredPart =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | { readonly type: 'reasoning-end' };

/** Takes the thinking that a model wrote into its text out of it, however the text was split on the way. */
export interface ThinkFilter {
  push(text: string): readonly FilteredPart[];
  /** What was held back because it could have become a mark, and the end of thinking that was never closed. */
  end(): readonly FilteredPart[];
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

/**
 * `<think>…</think>` and its relatives become reasoning: nested, unclosed and split anywhere. Marks that are
 * quoted, in a fenced block or right behind a backtick, are text. A closing mark without an opening one is dropped.
 */
export function createThinkFilter(): ThinkFilter {
  const quoting = createQuoting();
  let pending = '';
  let depth = 0;
  let shown = false;
  let trimming = false;
  let out: FilteredPart[] = [];

  function emit(text: string) {
    if (depth > 0) return append('reasoning', text);
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

  function close() {
    if (depth === 0) return;
    depth -= 1;
    if (depth > 0) return;
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
    else if (closes) close();
    else depth += 1;
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

    end() {
      const parts = run(true);
      return depth > 0 ? [...parts, { type: 'reasoning-end' }] : parts;
    },
  };
}

function mayBecomeMark(text: string): boolean {
  const start = text.toLowerCase();
  const name = /^(<\/?think(?:ing)?)\s{0,8}$/.exec(start)?.[1];
  return name !== undefined || MARKS.some((mark) => mark.startsWith(start));
}

interface Quoting {
  follow(text: string): void;
  /** Whether a mark here stands in a fenced block or in a code span. */
  inside(): boolean;
  /** Whether a mark here is clearly quoted: in a fenced block, or right behind a backtick. */
  opens(): boolean;
}

/** Follows the text that is shown, to know whether the next character of it is code. */
function createQuoting(): Quoting {
  let fence = '';
  let line = '';

  function endLine() {
    const run = FENCE.exec(line)?.[1] ?? '';
    if (fence === '') fence = run;
    else if (closesFence(line, fence)) fence = '';
    line = '';
  }

  /** The line so far may already have opened a block. */
  const fenced = () => fence !== '' || FENCE.test(line);

  return {
    follow(text) {
      const lines = text.split('\n');
      for (const [index, piece] of lines.entries()) {
        if (index > 0) endLine();
        line += piece;
      }
    },
    inside: () => fenced() || line.split('`').length % 2 === 0,
    opens: () => fenced() || line.endsWith('`'),
  };
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

function closesFence(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && [...text].every((character) => character === fence[0]);
}
