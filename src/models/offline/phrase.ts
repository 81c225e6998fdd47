import { ASKING_ENDINGS, CLOSINGS, OPENINGS } from './grammar/courtesy.ts';

/** A part of the line in two forms of the same length, so that a match in one can be read from the other. */
export interface Phrase {
  /** As written, with placeholders for quoted pieces. */
  readonly raw: string;
  /** In lower case, full-width forms made plain. */
  readonly plain: string;
  /** Whether it is a question that is not just a polite request. */
  readonly isQuestion: boolean;
}

interface Opened extends Phrase {
  /** Whether "can you" or the like was taken off. */
  readonly asked: boolean;
}

const MAX_COURTESIES = 5;
const FULL_WIDTH_SHIFT = 0xfee0;

export function toPhrase(line: string): Phrase {
  return trimPhrase({ raw: line, plain: toPlain(line), isQuestion: false });
}

export function slicePhrase(phrase: Phrase, start: number, end?: number): Phrase {
  return trimPhrase({
    raw: phrase.raw.slice(start, end),
    plain: phrase.plain.slice(start, end),
    isQuestion: phrase.isQuestion,
  });
}

/** The phrase as it stands, then with less and less courtesy around it. */
export function phrasings(phrase: Phrase): readonly Phrase[] {
  return withoutOpenings(phrase).flatMap((opened) => [opened, ...withoutEndings(opened)]);
}

function withoutOpenings(phrase: Phrase): readonly Opened[] {
  const opened: Opened[] = [{ ...phrase, asked: false }];
  for (let latest = opened[0]; latest !== undefined && opened.length <= MAX_COURTESIES; ) {
    latest = withoutOpening(latest);
    if (latest !== undefined) opened.push(latest);
  }
  return opened;
}

function withoutOpening(phrase: Opened): Opened | undefined {
  for (const { pattern, asks } of OPENINGS) {
    const length = pattern.exec(phrase.plain)?.[0].length ?? 0;
    if (length > 0 && length < phrase.plain.length) {
      return { ...slicePhrase(phrase, length), asked: phrase.asked || asks === true };
    }
  }
  return undefined;
}

function withoutEndings(opened: Opened): readonly Phrase[] {
  const found: Phrase[] = [];
  let latest: Phrase | undefined = withoutMarks(opened, opened.asked);
  for (let round = 0; round < MAX_COURTESIES && latest !== undefined; round += 1) {
    found.push(latest);
    latest = withoutClosing(latest, opened.asked);
  }
  return found;
}

/** Without the marks at its end, whose question mark makes it a question unless it was asked politely. */
function withoutMarks(phrase: Phrase, asked: boolean): Phrase {
  const marks = /\s*[?!。…~]+$|(?<=[^\s./])\.+$/u.exec(phrase.plain);
  if (marks === null) return phrase;
  return {
    ...slicePhrase(phrase, 0, marks.index),
    isQuestion: phrase.isQuestion || (marks[0].includes('?') && !asked),
  };
}

function withoutClosing(phrase: Phrase, asked: boolean): Phrase | undefined {
  for (const [index, pattern] of ASKING_ENDINGS.entries()) {
    const found = pattern.exec(phrase.plain);
    if (found && (index === 0 || asked)) {
      return { ...upTo(phrase, found.index), isQuestion: false };
    }
  }
  for (const pattern of CLOSINGS) {
    const found = pattern.exec(phrase.plain);
    if (found) return withoutMarks(upTo(phrase, found.index), asked);
  }
  return undefined;
}

/** The phrase before `end`, without the comma that set it off. */
function upTo(phrase: Phrase, end: number): Phrase {
  const before = slicePhrase(phrase, 0, end);
  return before.plain.endsWith(',') ? slicePhrase(before, 0, -1) : before;
}

function trimPhrase({ raw, plain, isQuestion }: Phrase): Phrase {
  const start = plain.length - plain.trimStart().length;
  const end = plain.trimEnd().length;
  return { raw: raw.slice(start, end), plain: plain.slice(start, end), isQuestion };
}

/** Full-width letters, digits and marks as their plain forms, and lower case, one for one. */
function toPlain(line: string): string {
  return line
    .replaceAll(/[\uFF01-\uFF5E]/g, (mark) =>
      String.fromCharCode(mark.charCodeAt(0) - FULL_WIDTH_SHIFT),
    )
    .replaceAll('\u3000', ' ')
    .replaceAll('’', "'")
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
