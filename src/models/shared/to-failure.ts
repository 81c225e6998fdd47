import { AgentError } from '../../base/errors.ts';
import type { ModelFailure } from '../model-provider.ts';
import { classify } from './classify.ts';
import { type ErrorFacts, isRecord, readErrorBody, toErrorFacts } from './error-facts.ts';
import { failureOf } from './failure.ts';
import { retryAfterIn, retryAfterOf } from './retry-after.ts';

export interface HttpRefusal {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  readonly now: number;
}

/** The failure that an HTTP error response means. */
export function httpFailure({ status, headers, body, now }: HttpRefusal): ModelFailure {
  const facts = { ...readErrorBody(body), status };
  const words = facts.message === '' ? '' : `: ${facts.message}`;
  const retryAfterMs = retryAfterOf(headers, now);
  return factsFailure(facts, `HTTP ${status}${words}`, retryAfterMs);
}

/** The failure that an error frame in a stream, or a JSON body with status 200, means; undefined when it is none. */
export function frameFailure(frame: unknown): ModelFailure | undefined {
  const facts = toErrorFacts(frame);
  return facts && factsFailure(facts, `The provider reported an error: ${facts.message}`);
}

function factsFailure(
  facts: ErrorFacts,
  message: string,
  retryAfterMs: number | undefined = retryAfterIn(`${facts.message} ${facts.codes}`),
): ModelFailure {
  const code = classify(facts);
  return failureOf(code, message, {
    ...(facts.status !== undefined && { status: facts.status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    // The model is unknown here, but another one may answer.
    ...(facts.status === 404 && code === 'bad_request' && { retryable: true }),
  });
}

const OUR_REQUEST =
  /^AI_(UnsupportedFunctionality|InvalidPrompt|InvalidArgument|NoSuchModel|LoadAPIKey|LoadSetting)/;

const NETWORK_CODES =
  /^(UND_ERR_(?!INVALID|ABORTED)|E(CONN|PIPE|HOST|NET|AI_|NOTFOUND|TIMEDOUT|ADDR)|ERR_(TLS|SSL|STREAM)|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/;

/** The failure that anything thrown by an SDK or by `fetch` means. Never repeats content of the conversation. */
export function thrownFailure(thrown: unknown): ModelFailure {
  // Ours, and so without secrets: mostly what is wrong with the settings of a provider.
  if (thrown instanceof AgentError) return failureOf('bad_request', thrown.message);
  const causes = [...chainOf(thrown)];
  const network = causes.find(({ code }) => NETWORK_CODES.test(String(code ?? '')));
  if (network !== undefined) return networkFailure(String(network['code']));
  const proxy = causes.map(({ message }) => /^Proxy .*\((\d+)\)/.exec(String(message))?.[1]);
  const refused = proxy.find((status) => status !== undefined);
  if (refused !== undefined) return failureOf('network', `The proxy refused (HTTP ${refused}).`);
  // Nobody of ours stopped it, or the caller would have said so.
  if (causes.some(({ name }) => name === 'AbortError')) return networkFailure('closed');
  const [first] = causes;
  const name = typeof first?.['name'] === 'string' ? first['name'] : 'an unknown error';
  if (OUR_REQUEST.test(name)) {
    return failureOf('bad_request', `The request cannot be put in this provider's form (${name}).`);
  }
  const frame = causes.map(attachedFailure).find((failure) => failure !== undefined);
  if (frame !== undefined) return frame;
  if (name === 'TypeError' && /fetch|terminated/i.test(String(first?.['message']))) {
    return networkFailure('no details');
  }
  return failureOf('protocol', `The provider's answer makes no sense (${name}).`);
}

/** SDKs attach what the provider sent to the errors they throw. */
function attachedFailure(error: Readonly<Record<string, unknown>>): ModelFailure | undefined {
  const { value, data, responseBody, statusCode } = error;
  const frame = frameFailure(value ?? data);
  if (frame !== undefined || typeof responseBody !== 'string') return frame;
  const status = Number(statusCode);
  if (!(status >= 400)) return undefined;
  const facts = { ...readErrorBody(responseBody), status };
  return factsFailure(facts, `The provider reported an error: ${facts.message}`);
}

function networkFailure(code: string): ModelFailure {
  const message = /CERT|TLS|SSL|SIGNED|UNABLE_TO/.test(code)
    ? `The provider's certificate was not accepted (${code}).`
    : `The connection to the provider failed (${code}).`;
  return failureOf('network', message);
}

function* chainOf(thrown: unknown): Iterable<Readonly<Record<string, unknown>>> {
  const seen = new Set<unknown>();
  for (let at = thrown; isRecord(at) && !seen.has(at); at = at['cause']) {
    seen.add(at);
    yield at;
    if (Array.isArray(at['errors'])) yield* at['errors'].filter(isRecord);
  }
}
