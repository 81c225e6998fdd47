import { AgentError } from '../../base/errors.ts';
import type { MediaEndpoint } from '../../models/media-endpoint.ts';
import { readBody } from '../../security/read-body.ts';

/** A configured endpoint, or why there is none. */
export type MediaSource = MediaEndpoint | { readonly problem: string };

export interface MediaCall {
  /** Below the base address, such as `/images/generations`. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly apiKey: string | undefined;
  readonly maxBytes: number;
}

export interface MediaReach {
  /** Goes where the configuration points. */
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

/** The answer of a media endpoint. Throws `unavailable` with words for the model. */
export async function callMedia(
  { baseUrl, model, headers, queryParams, keyHeader }: MediaEndpoint,
  { path, body, apiKey, maxBytes }: MediaCall,
  { fetch, signal }: MediaReach,
): Promise<Uint8Array> {
  const url = new URL(`${baseUrl}${path}`);
  for (const [name, value] of Object.entries(queryParams)) url.searchParams.set(name, value);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...keyHeaders(apiKey, keyHeader), ...headers },
    body: JSON.stringify({ model, ...body }),
    signal,
  }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new AgentError('unavailable', `${url.host} could not be reached.`, { cause });
  });
  const answer = await readBody(response, maxBytes);
  if (response.status !== 200) throw refused(response.status, answer.body);
  if (answer.truncated) throw new AgentError('unavailable', 'The answer is too big.');
  return answer.body;
}

function keyHeaders(key: string | undefined, header: string | undefined): Record<string, string> {
  if (key === undefined) return {};
  return header === undefined ? { authorization: `Bearer ${key}` } : { [header]: key };
}

const LONGEST_REASON = 300;

/** Providers say in their own words what they do not make. */
function refused(status: number, body: Uint8Array): AgentError {
  const reason = reasonIn(Buffer.from(body).toString('utf8')).slice(0, LONGEST_REASON);
  const said = reason === '' ? '' : ` It says: ${reason}`;
  return new AgentError('unavailable', `${adviceOn(status)}${said}`);
}

function reasonIn(text: string): string {
  try {
    const { error, message } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const inner = (error as { readonly message?: unknown } | undefined)?.message;
    return String(inner ?? message ?? (typeof error === 'string' ? error : ''));
  } catch {
    return '';
  }
}

function adviceOn(status: number): string {
  if (status === 401 || status === 403) {
    return `The provider refuses the key (${status}). Ask the person to check it.`;
  }
  if (status === 404) return 'The provider knows no such model or interface (404).';
  if (status === 429) return 'The limit of the provider is reached (429). Try later.';
  if (status >= 500) return `The provider has a problem (${status}). Try later.`;
  return `The provider refused the request (${status}). Ask in other words.`;
}
