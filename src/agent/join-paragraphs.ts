/** Paragraphs of one reply, without the empty ones. */
export function joinParagraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
