import type { FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 256 * 1_024;

/** Everything up to the end of the file, however it grows meanwhile; undefined when it is more than `maxBytes`. */
export async function readBounded(
  handle: FileHandle,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const { size } = await handle.stat();
  if (size > maxBytes) return undefined;
  const chunks: Uint8Array[] = [];
  let total = 0;
  let chunk = Buffer.allocUnsafe(Math.min(size, CHUNK_BYTES) + 1);
  while (true) {
    const { bytesRead } = await handle.read(chunk);
    if (bytesRead === 0) return Buffer.concat(chunks);
    total += bytesRead;
    if (total > maxBytes) return undefined;
    chunks.push(chunk.subarray(0, bytesRead));
    chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  }
}
