/** Characters that change how a text looks without being seen: controls, direction marks, zero-width and tag characters. */
const HIDDEN =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u115f\u1160\u3164\uffa0]|[^\S \n\t\u3000]/gu;

const PLAIN = /^[\n\t -~]*$/;

/** The text as it is, with every hidden character shown by its number: `‹U+202E›`. */
export function showHidden(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replaceAll(HIDDEN, byNumber);
}

/** A foreign name inside a sentence: one line, nothing hidden, at most so many characters. */
export function showName(name: string, longest = LONGEST_NAME): string {
  const characters = [...name.slice(0, 2 * (longest + 1))];
  const cut = characters.length > longest;
  const kept = cut ? [...characters.slice(0, longest - 1), '…'] : characters;
  return showHidden(kept.join('')).replaceAll(/[\n\t]/g, byNumber);
}

const LONGEST_NAME = 300;

function byNumber(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
}
