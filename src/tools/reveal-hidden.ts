const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029\u115F\u1160\u3164\uFFA0\u034F\uFE00-\uFE0F]/gu;

/** Writes out what a person could not see: control, direction and zero-width characters. Line breaks stay. */
export function revealHidden(text: string): string {
  return text.replaceAll(HIDDEN, (character) => {
    if (character === '\n' || character === '\t') return character;
    return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}
