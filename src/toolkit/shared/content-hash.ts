import { createHash } from 'node:crypto';

/** SHA-256 in hex; undefined for no file. */
export function contentHash(bytes: Uint8Array): string;
export function contentHash(bytes: Uint8Array | undefined): string | undefined;
export function contentHash(bytes: Uint8Array | undefined): string | undefined {
  return bytes && createHash('sha256').update(bytes).digest('hex');
}
