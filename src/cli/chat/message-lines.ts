import { createInterface } from 'node:readline';
import type { InputStream } from '../cli-deps.ts';

/** The messages of a stream, one a line, until it ends or `signal` aborts. A backslash at the end goes on in the next line. */
export async function* messageLines(
  input: InputStream,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let begun = '';
  for await (const line of createInterface({
    input,
    signal,
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (line.endsWith('\\')) {
      begun += `${line.slice(0, -1)}\n`;
      continue;
    }
    const message = begun + line;
    begun = '';
    if (message.trim() !== '') yield message;
  }
  if (begun.trim() !== '' && !signal.aborted) yield begun.trimEnd();
}
