/** The lines of a text; the newline at its end ends the last one and begins no other. */
export function toLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** `1 line`, `2 lines`, `1,200 lines`. */
export function count(amount: number, singular: string, plural = `${singular}s`): string {
  return `${amount.toLocaleString('en-US')} ${amount === 1 ? singular : plural}`;
}

/** `812 B`, `14.2 kB`, `3.1 MB`. */
export function byteSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

/** A name on one line, whatever characters it holds. */
export function visibleName(name: string): string {
  return name.replaceAll(/\p{C}/gu, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
}

const PREVIEW_CHARACTERS = 60;

/** The beginning of a text in quotes on one line, for people who are asked about it. */
export function preview(text: string): string {
  const start = text.slice(0, PREVIEW_CHARACTERS);
  return `${JSON.stringify(start)}${text.length > start.length ? '…' : ''}`;
}
