export interface ReadBody {
  readonly body: Uint8Array;
  readonly truncated: boolean;
}

/** The first bytes of a body; what comes after them is not read. */
export async function readBody(response: Response, maxBytes: number): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let room = maxBytes;
  // Leaving the loop early cancels the rest.
  for await (const chunk of response.body ?? []) {
    if (chunk.length > room) {
      chunks.push(chunk.subarray(0, room));
      return { body: Buffer.concat(chunks), truncated: true };
    }
    chunks.push(chunk);
    room -= chunk.length;
  }
  return { body: Buffer.concat(chunks), truncated: false };
}
