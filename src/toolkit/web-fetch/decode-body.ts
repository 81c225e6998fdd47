import type { PublicAnswer } from '../../security/public-fetch.ts';
import { decodeText } from '../shared/text-encoding.ts';
import type { ContentKind } from './content-kind.ts';

const META_BYTES = 4_096;

/** The text of a body: by its mark, by what the server says, by what the page says, else by a look at the bytes. */
export function decodeBody(
  { headers, body }: Pick<PublicAnswer, 'headers' | 'body'>,
  kind: ContentKind,
): string {
  const stated = charsetIn(headers.get('content-type') ?? '');
  const inPage = kind === 'html' ? charsetIn(startOf(body)) : undefined;
  return (
    decodeMarked(body) ??
    decodeAs(body, stated) ??
    decodeAs(body, inPage) ??
    decodeText(body)?.text ??
    Buffer.from(body).toString('utf8')
  );
}

function decodeMarked(body: Uint8Array): string | undefined {
  const decoded = decodeText(body);
  return decoded?.hasMark === true ? decoded.text : undefined;
}

/** Undefined for a name that means nothing here. Broken bytes become `\ufffd`. */
function decodeAs(body: Uint8Array, charset: string | undefined): string | undefined {
  if (charset === undefined) return undefined;
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return undefined;
  }
}

function charsetIn(text: string): string | undefined {
  return /charset\s*=\s*["']?\s*([\w-]+)/i.exec(text)?.[1];
}

function startOf(body: Uint8Array): string {
  return Buffer.from(body.subarray(0, META_BYTES)).toString('latin1');
}
