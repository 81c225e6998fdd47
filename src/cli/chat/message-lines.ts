import { createInterface } from 'node:readline';
import type { InputStream } from '../cli-deps.ts';

/** The messages of a stream, one a line; a line that ends in a backslash goes on in the next. */
export async function* messageLines(stdin: InputStream): AsyncGenerator<string> {
  let begun = '';
  for await (const line of createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.endsWith('\\')) {
      begun += `${line.slice(0, -1)}\n`;
      continue;
    }
    const message = begun + line;
    begun = '';
    if (message.trim() !== '') yield message;
  }
  if (begun.trim() !== '') yield begun.trimEnd();
}
