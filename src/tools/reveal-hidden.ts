const HIDDEN = /\p{Cc}|\p{Cf}|\p{Co}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/gu;

/** Writes out what a person could not see: control, direction and zero-width characters. Line breaks stay. */
export function revealHidden(text: string): string {
  return text.replaceAll(HIDDEN, (character) => {
    if (character === '\n' || character === '\t') return character;
    return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}
