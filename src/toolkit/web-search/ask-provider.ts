import { AgentError } from '../../base/errors.ts';
import { readBody } from '../../security/read-body.ts';
import {
  type SearchAccess,
  type SearchHit,
  type SearchProvider,
  type SearchQuery,
  SearchRefused,
} from './search-provider.ts';

export interface AskDeps {
  /** Goes where the configuration points, which may be in the same network. */
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

const MAX_BYTES = 2_000_000;

/** What a provider found. Throws an `AgentError` in words for the model, without the address: it may hold the key. */
export async function askProvider(
  provider: SearchProvider,
  { query, access }: { readonly query: SearchQuery; readonly access: SearchAccess },
  { fetch, signal }: AskDeps,
): Promise<readonly SearchHit[]> {
  const { url, headers, body } = provider.request(query, access);
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, {
    ...sent,
    headers: { accept: 'application/json', ...type, ...headers },
    signal,
  }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw failed(`${url.host} could not be reached.`, { cause });
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw refused(provider, response.status);
  }
  const answer = await readBody(response, MAX_BYTES);
  return read(provider, Buffer.from(answer.body).toString('utf8'));
}

function read(provider: SearchProvider, text: string): readonly SearchHit[] {
  try {
    return provider.read(JSON.parse(text));
  } catch (cause) {
    if (cause instanceof SearchRefused) throw failed(`It says: ${cause.message.slice(0, 200)}.`);
    throw failed('Its answer cannot be read. Is tools.web.search.baseUrl right?', { cause });
  }
}

function refused({ refusal = '' }: SearchProvider, status: number): AgentError {
  if (status === 401 || status === 403) {
    return failed(`It refuses the key (${status}). Ask the person to check it. ${refusal}`.trim());
  }
  if (status === 429 || status === 402) {
    return failed(`Its limit is reached (${status}). Search less, or later.`);
  }
  if (status >= 300 && status < 400) {
    return failed(`It redirects (${status}). Ask the person to check tools.web.search.baseUrl.`);
  }
  return failed(`It answered ${status}. Try again later, or ask in other words.`);
}

function failed(why: string, { cause }: { readonly cause?: unknown } = {}): AgentError {
  return new AgentError('unavailable', `The search did not work. ${why}`, { cause });
}
