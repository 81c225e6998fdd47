import { extname } from 'node:path';
import type { MediaBlock } from '../../protocol/content.ts';

interface Signature {
  readonly mediaType: string;
  readonly at?: number;
  readonly bytes: string;
  /** Of containers: what stands in them, from byte 8. */
  readonly brand?: string;
}

/** How the files of a type begin, whatever they are called. */
const SIGNATURES: readonly Signature[] = [
  { mediaType: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { mediaType: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { mediaType: 'image/gif', bytes: 'GIF87a' },
  { mediaType: 'image/gif', bytes: 'GIF89a' },
  { mediaType: 'image/webp', bytes: 'RIFF', brand: 'WEBP' },
  { mediaType: 'audio/wav', bytes: 'RIFF', brand: 'WAVE' },
  { mediaType: 'audio/mpeg', bytes: 'ID3' },
  { mediaType: 'audio/mpeg', bytes: '\xff\xfb' },
  { mediaType: 'audio/mpeg', bytes: '\xff\xf3' },
  { mediaType: 'audio/ogg', bytes: 'OggS' },
  { mediaType: 'audio/flac', bytes: 'fLaC' },
  { mediaType: 'video/mp4', at: 4, bytes: 'ftyp' },
  { mediaType: 'video/webm', bytes: '\x1a\x45\xdf\xa3' },
  { mediaType: 'application/pdf', bytes: '%PDF-' },
  { mediaType: 'application/zip', bytes: 'PK\x03\x04' },
];

/** By the name, for what has no beginning of its own. */
const BY_NAME: Readonly<Record<string, string>> = {
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/** What the bytes say they are; undefined when they say nothing that is known here. */
export function typeOfBytes(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 32)).toString('latin1');
  return SIGNATURES.find(
    ({ bytes: signature, at = 0, brand }) =>
      start.startsWith(signature, at) && (brand === undefined || start.startsWith(brand, 8)),
  )?.mediaType;
}

export function mediaTypeOf(bytes: Uint8Array, name: string): string {
  const byName = BY_NAME[extname(name).toLowerCase()];
  const byBytes = typeOfBytes(bytes);
  // Office documents are archives.
  if (byBytes === 'application/zip' && byName !== undefined) return byName;
  return byBytes ?? byName ?? 'application/octet-stream';
}

/** Drawings as text stay files: they can hold scripts. */
export function kindOfMedia(mediaType: string): MediaBlock['type'] {
  if (mediaType === 'image/svg+xml') return 'file';
  const [family] = mediaType.split('/');
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'file';
}
