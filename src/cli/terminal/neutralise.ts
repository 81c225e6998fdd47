// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this file is about
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Marks and overrides of writing direction: they can show a text in another order than it has. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Makes foreign text harmless for a terminal: control characters become visible signs, so that no escape
 * sequence survives, also not one that comes in pieces. Line breaks and tabs stay.
 */
export function neutralise(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(CONTROLS, picture)
    .replaceAll(DIRECTION, escapeOf);
}

/** One line of foreign text, for a table or a summary. */
export function oneLine(text: string): string {
  return neutralise(text).replaceAll(/\s+/g, ' ').trim();
}

function picture(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : escapeOf(character);
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `\\u${code > 0xffff ? `{${code.toString(16)}}` : code.toString(16).padStart(4, '0')}`;
}
