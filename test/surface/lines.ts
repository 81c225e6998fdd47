/** A list written one item a line. */
export function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A list of single words. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
