const MOST_PARTS = 40;
const SHORTEST_PART = 12;

/** The text in several parts that joined give it back; none ends inside a character. */
export function splitText(text: string): readonly string[] {
  const size = Math.max(SHORTEST_PART, Math.ceil(text.length / MOST_PARTS));
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = partEnd(text, start + size);
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

/** The next end of a word when one is near, as a person would see words appear. */
function partEnd(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length;
  const space = text.slice(wanted, wanted + SHORTEST_PART).indexOf(' ');
  const end = space >= 0 ? wanted + space + 1 : wanted;
  return isLowSurrogate(text.charCodeAt(end)) ? end + 1 : end;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
