import type { InputStream } from '../cli-deps.ts';
import { usageError } from '../usage-error.ts';

const MOST_MEGABYTES = 4;
const MOST_BYTES = MOST_MEGABYTES * 1024 * 1024;

/** Everything on the standard input, as text. Throws `invalid_input` when it is too much. */
export async function readPrompt(stdin: InputStream): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const piece = Buffer.from(chunk);
    bytes += piece.byteLength;
    if (bytes > MOST_BYTES) throw usageError('cli.run.too_long', { megabytes: MOST_MEGABYTES });
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
}
