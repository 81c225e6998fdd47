import { FILE_NAMES } from './grammar/known-words.ts';
import {
  DESCRIBED_THINGS,
  DESCRIBED_THINGS_ZH,
  DESCRIBING_WORDS,
  DESCRIBING_ZH,
  DOUBTS,
  NUMBER_WORDS,
  RELATIONS,
} from './grammar/not-literal.ts';

const MAX_WORDS = 12;
const MAX_CHINESE = 40;

/**
 * Whether words without quotes are certainly a text as it shall be written, and not the description of one
 * that somebody would have to compose, fetch or copy. In doubt they are not.
 */
export function isLiteral(words: string): boolean {
  return (
    isShort(words) &&
    !FILE_NAMES.has(words.toLowerCase()) &&
    !DOUBTS.some((doubt) => doubt.test(words)) &&
    !isDescription(words.toLowerCase()) &&
    !isChineseDescription(words)
  );
}

function isShort(words: string): boolean {
  const chinese = words.match(/\p{Script=Han}/gu) ?? [];
  return words.split(/\s+/).length <= MAX_WORDS && chinese.length <= MAX_CHINESE;
}

function isDescription(words: string): boolean {
  const tokens = words.replaceAll('’', "'").split(/\s+/).map(withoutMarks);
  const [first = '', second] = tokens;
  if (DESCRIBING_WORDS.has(first) || DESCRIBING_WORDS.has(first.replace(/'.*$/, ''))) return true;
  if (isNumber(first) && second !== undefined && !isNumber(second)) return true;
  return tokens.some((token, index) => {
    const next = tokens[index + 1];
    return (
      DESCRIBED_THINGS.has(token) && (index === 0 || next === undefined || RELATIONS.has(next))
    );
  });
}

/** Without brackets and marks around it; a sign such as that of `*.log` stays. */
function withoutMarks(token: string): string {
  return token.replaceAll(/^[([{]+|[)\]},;:!]+$/g, '');
}

function isNumber(token: string): boolean {
  return NUMBER_WORDS.has(token) || /^\d+$/.test(token);
}

function isChineseDescription(words: string): boolean {
  return DESCRIBING_ZH.test(words) || DESCRIBED_THINGS_ZH.test(words);
}
