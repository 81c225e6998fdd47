import type { FetchLike } from '@modelcontextprotocol/client';
import { LIMITS } from './limits.ts';
import { cutOff, tooLarge } from './too-large.ts';

type Id = string | number;

/**
 * Holds what a server answers over HTTP to the limit of one message. A call whose answer is larger, or ends in the
 * middle, hears so at once as an error under its own id.
 */
export function boundFetch(fetch: FetchLike): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    const id = idOfRequest(init?.body);
    const kind = response.headers.get('content-type') ?? '';
    const body = response.body as AsyncIterable<Uint8Array> | null;
    if (body === null) return response;
    if (kind.startsWith('text/event-stream')) {
      return withBody(response, boundEvents(body, id));
    }
    const whole = await readWhole(body);
    if (whole !== undefined) return withBody(response, once(whole));
    if (id === undefined || !response.ok) return withBody(response, once(Buffer.alloc(0)));
    return Response.json(tooLarge(id), { status: 200, headers: sessionOf(response) });
  };
}

/** What this call is known by in its answer; undefined when it is no call. */
function idOfRequest(body: unknown): Id | undefined {
  if (typeof body !== 'string') return undefined;
  try {
    const { id, method } = JSON.parse(body) as { readonly id?: unknown; readonly method?: unknown };
    const isCall = typeof method === 'string' && (typeof id === 'string' || typeof id === 'number');
    return isCall ? id : undefined;
  } catch {
    return undefined;
  }
}

function withBody(response: Response, body: AsyncIterable<Uint8Array>): Response {
  const { status, statusText, headers } = response;
  const copied = new Headers(headers);
  // What was measured and unpacked on the way here holds no longer.
  for (const name of ['content-length', 'content-encoding']) copied.delete(name);
  const isEmpty = [101, 204, 205, 304].includes(status);
  return new Response(isEmpty ? null : ReadableStream.from(body), {
    status,
    statusText,
    headers: copied,
  });
}

function sessionOf({ headers }: Response): Record<string, string> {
  const session = headers.get('mcp-session-id');
  return session === null ? {} : { 'mcp-session-id': session };
}

/** Undefined when it is too large; no more of it is read then. */
async function readWhole(body: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > LIMITS.messageBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function* once(bytes: Uint8Array) {
  if (bytes.length > 0) yield bytes;
}

/** The events as they come, each held to the limit. One that is larger ends the stream. */
async function* boundEvents(body: AsyncIterable<Uint8Array>, id: Id | undefined) {
  const seen = createEventWatch();
  try {
    for await (const part of body) {
      if (seen.isTooLarge(part)) {
        // The unfinished event becomes one of a kind that nobody takes.
        yield Buffer.from('\nevent: too-large\n\n');
        if (id !== undefined) yield asEvent(tooLarge(id));
        return;
      }
      yield part;
    }
  } catch (thrown) {
    if (id === undefined || seen.isSettled()) throw thrown;
  }
  if (id !== undefined && !seen.isSettled()) yield asEvent(cutOff(id));
}

function createEventWatch() {
  let sinceBlankLine = 0;
  let settled = false;
  return {
    isTooLarge(part: Uint8Array): boolean {
      const text = Buffer.from(part).toString('latin1');
      const blank = Math.max(text.lastIndexOf('\n\n'), text.lastIndexOf('\r\n\r\n'));
      sinceBlankLine = blank === -1 ? sinceBlankLine + part.length : part.length - blank;
      settled ||= /(^|\n)id:|"(result|error)"\s*:/.test(text);
      return sinceBlankLine > LIMITS.messageBytes;
    },
    /** Whether the answer has come, or the stream can be taken up again where it ended. */
    isSettled: () => settled,
  };
}

function asEvent(message: unknown): Uint8Array {
  return Buffer.from(`\n\ndata: ${JSON.stringify(message)}\n\n`);
}
