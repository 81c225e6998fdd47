/** Follows the text that is shown, to know whether the next character of it is quoted. */
export interface Quoting {
  follow(text: string): void;
  /** Whether a mark here stands in a fenced block or in a code span, or right behind a quotation mark. */
  inside(): boolean;
  /** Whether a mark here is clearly quoted: in a fenced block, or right behind a backtick or a quotation mark. */
  opens(): boolean;
  /** Whether the line holds something already. */
  withinLine(): boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** A straight one opens only where a word may begin: right behind a word it closes. */
const BEHIND_QUOTE = /(?:[“‘「『]|(?:^|[\s(（])["'])$/;
/** What is kept of a line: a fence is never longer. */
const LONGEST_START = 200;

export function createQuoting(): Quoting {
  let fence = '';
  let start = '';
  let last = '';
  let blank = true;
  let isLong = false;
  let inSpan = false;

  function endLine() {
    const run = FENCE.exec(start)?.[1] ?? '';
    if (fence === '') fence = run;
    else if (!isLong && closesFence(start, fence)) fence = '';
    start = '';
    last = '';
    blank = true;
    isLong = false;
    inSpan = false;
  }

  function goOn(piece: string) {
    if (piece === '') return;
    isLong ||= start.length + piece.length > LONGEST_START;
    start += piece.slice(0, LONGEST_START - start.length);
    last = (last + piece.slice(-2)).slice(-2);
    blank &&= piece.trim() === '';
    if (piece.split('`').length % 2 === 0) inSpan = !inSpan;
  }

  /** The line so far may already have opened a block. */
  const fenced = () => fence !== '' || FENCE.test(start);

  return {
    follow(text) {
      for (const [index, piece] of text.split('\n').entries()) {
        if (index > 0) endLine();
        goOn(piece);
      }
    },
    inside: () => fenced() || inSpan || BEHIND_QUOTE.test(last),
    opens: () => fenced() || last.endsWith('`') || BEHIND_QUOTE.test(last),
    withinLine: () => !blank,
  };
}

function closesFence(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && [...text].every((character) => character === fence[0]);
}
