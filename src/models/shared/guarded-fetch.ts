import type { ModelFailure } from '../model-provider.ts';
import { failureOf } from './failure.ts';
import { frameFailure, httpFailure } from './to-failure.ts';

export interface FetchGuard {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly expects: 'stream' | 'json';
  /** Told why, before the error that an SDK would make of it. */
  refuse(failure: ModelFailure): void;
}

const LONGEST_ERROR_BODY = 64 * 1_024;
const LONGEST_LINE = 8 * 1_024 * 1_024;

/**
 * `fetch` for an SDK: sees refusals, redirects and wrong kinds of answer before the SDK does, reports each as a
 * failure, and lets no single line of a stream grow without bound.
 */
export function guardFetch(guard: FetchGuard): typeof fetch {
  function stop(failure: ModelFailure): never {
    guard.refuse(failure);
    throw new TypeError(failure.message);
  }

  return async (input, init) => {
    // A redirect would carry the key to another host.
    const response = await guard.fetch(input, { ...init, redirect: 'manual' });
    const { status, headers, body } = response;
    if (status >= 300 && status < 400) stop(redirected(status, headers));
    if (!response.ok) {
      const text = await readStart(body);
      stop(httpFailure({ status, headers, body: text, now: guard.now() }));
    }
    const mismatch = await wrongKind(response, guard.expects);
    if (mismatch !== undefined) stop(mismatch);
    if (guard.expects === 'json' || body === null) return response;
    const limited = body.pipeThrough(limitLines(guard));
    return new Response(limited, { status, headers });
  };
}

function redirected(status: number, headers: Headers): ModelFailure {
  const target = headers.get('location') ?? 'nowhere';
  const host = URL.canParse(target) ? new URL(target).host : target;
  return failureOf(
    'bad_request',
    `HTTP ${status}: redirected to ${host}. Set baseUrl to the final address.`,
    { status },
  );
}

async function wrongKind(
  response: Response,
  expects: 'stream' | 'json',
): Promise<ModelFailure | undefined> {
  const type = response.headers.get('content-type') ?? '';
  if (/\bhtml\b/i.test(type)) {
    await response.body?.cancel();
    return failureOf(
      'protocol',
      'The address answered with a web page, not as a model provider. Check baseUrl and the proxy.',
    );
  }
  if (expects === 'json' || !/\bjson\b/i.test(type)) return undefined;
  const text = await readStart(response.body);
  return (
    frameFailure(parseJson(text)) ??
    failureOf('protocol', 'The provider answered with one JSON document instead of a stream.')
  );
}

/** The first part of a body as text; enough to say what went wrong. */
async function readStart(body: ReadableStream<Uint8Array> | null): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  // Leaving the loop cancels the rest.
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= LONGEST_ERROR_BODY) break;
  }
  return text;
}

const LINE_FEED = 10;

function limitLines({ refuse }: FetchGuard): TransformStream<Uint8Array, Uint8Array> {
  let length = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const end = chunk.lastIndexOf(LINE_FEED);
      length = end < 0 ? length + chunk.length : chunk.length - end - 1;
      if (length > LONGEST_LINE) {
        const failure = failureOf('protocol', 'The provider sent a line that is too long to read.');
        refuse(failure);
        controller.error(new TypeError(failure.message));
        return;
      }
      controller.enqueue(chunk);
    },
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
