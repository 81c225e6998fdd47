import type { FileEdit, PresentFile } from '../shared/change-file.ts';
import { type Failure, failure } from '../shared/failure.ts';
import { MAX_FILE_BYTES } from '../shared/open-workspace.ts';
import { decodeText, encodeText } from '../shared/text-encoding.ts';
import { byteSize, visibleName } from '../shared/text-lines.ts';
import type { WriteInput } from './input.ts';

/** The whole new content of the file, or why there is none. */
export function planWrite({ place, bytes }: PresentFile, input: WriteInput): FileEdit | Failure {
  const { content, mode } = input;
  const name = visibleName(place.name);
  if (mode === 'create' && bytes !== undefined) {
    return failure(
      `${name} exists already (${byteSize(bytes.length)}); nothing was written. ` +
        'Read it first; then change it with edit_file, or use mode overwrite or append.',
      { path: place.name, exists: true },
    );
  }
  const after = mode === 'append' && bytes ? appended(bytes, content) : Buffer.from(content);
  if (typeof after === 'string') return failure(`${name} ${after}`, { path: place.name });
  if (after.length > MAX_FILE_BYTES) {
    const limit = byteSize(MAX_FILE_BYTES);
    return failure(`${name} would be larger than ${limit}. Split it, or write it with exec.`);
  }
  return { place, before: bytes, after, keepsParts: mode === 'append' };
}

/** The new bytes, or what is in the way. */
function appended(bytes: Uint8Array, content: string): Uint8Array | string {
  const decoded = decodeText(bytes);
  if (decoded === undefined) return 'is not text; nothing was appended. Write to another file.';
  const added = encodeText(content, { encoding: decoded.encoding, hasMark: false });
  if (added === undefined) {
    return `is in ${decoded.encoding}, which lacks a character of the content. Leave it out.`;
  }
  return Buffer.concat([bytes, added]);
}
