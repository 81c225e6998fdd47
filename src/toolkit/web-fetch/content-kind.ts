import type { PublicAnswer } from '../../security/public-fetch.ts';

/** How a body is read: as a page, as the text that it is, or not at all. */
export type ContentKind = 'html' | 'text' | 'other';

const TEXT_TYPES =
  /^(?:text\/|application\/(?:json|[\w.+-]+\+(?:json|xml)|xml|javascript|ecmascript|yaml|x-yaml|toml|x-ndjson|x-sh|sql|graphql)$)/;
const PAGE_TYPES = ['text/html', 'application/xhtml+xml'];
/** What servers say of files that they do not know. */
const UNKNOWN_TYPES = ['', 'application/octet-stream', 'binary/octet-stream'];

/** Goes by the type that the server states, and by the bytes where it states none. */
export function contentKind({
  headers,
  body,
}: Pick<PublicAnswer, 'headers' | 'body'>): ContentKind {
  const stated = headers.get('content-type') ?? '';
  const type = stated.replace(/;.*$/s, '').trim().toLowerCase();
  if (PAGE_TYPES.includes(type)) return 'html';
  if (TEXT_TYPES.test(type)) return hasNul(body, stated) ? 'other' : 'text';
  return UNKNOWN_TYPES.includes(type) ? byContent(body) : 'other';
}

const SAMPLE_BYTES = 1_024;

function byContent(body: Uint8Array): ContentKind {
  const sample = body.subarray(0, SAMPLE_BYTES);
  if (sample.includes(0)) return 'other';
  const start = Buffer.from(sample).toString('utf8');
  if (/^\s*(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body)\b/is.test(start)) return 'html';
  // A character that was cut at the end of the sample is no sign of bytes.
  return start.slice(0, -4).includes('\ufffd') ? 'other' : 'text';
}

/** Bytes under the name of a text. UTF-16 has zeros too, and says so. */
function hasNul(body: Uint8Array, stated: string): boolean {
  const wide = /utf-?16/i.test(stated) || (body[0] ?? 0) >= 0xfe;
  return !wide && body.subarray(0, SAMPLE_BYTES).includes(0);
}
