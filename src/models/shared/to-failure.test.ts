import { describe, expect, test } from 'vitest';
import { AgentError } from '../../base/errors.ts';
import { failureOf, redactFailure } from './failure.ts';
import { frameFailure, httpFailure, thrownFailure } from './to-failure.ts';

const refuse = (status: number, body: unknown) =>
  httpFailure({
    status,
    headers: new Headers(),
    body: typeof body === 'string' ? body : JSON.stringify(body),
    now: 0,
  });

describe('the words of providers', () => {
  test.each([
    [400, { error: { code: 'context_length_exceeded', message: 'x' } }, 'context_overflow'],
    [
      400,
      {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'prompt is too long: 9 > 8' },
      },
      'context_overflow',
    ],
    [400, { error: { message: 'Range of input length should be [1, 8]' } }, 'context_overflow'],
    [400, { error: { type: 'exceed_context_size_error', message: 'x' } }, 'context_overflow'],
    [
      400,
      { error: { message: 'max_tokens is too large: 9. This model supports at most 8' } },
      'bad_request',
    ],
    [400, { error: { message: 'maximum is 1500 tokens' } }, 'bad_request'],
    [400, { error: { message: 'Your credit balance is too low' } }, 'quota'],
    [400, { code: 'Arrearage', message: 'Access denied, account overdue' }, 'quota'],
    [429, { error: { code: '1113', message: '余额不足，请充值' } }, 'quota'],
    [403, { code: 30001, message: 'Sorry, your account balance is insufficient' }, 'quota'],
    [400, { error: { code: 'content_filter', message: 'x' } }, 'content_filter'],
    [400, { code: 'data_inspection_failed', message: 'x' }, 'content_filter'],
    [403, { error: { message: 'Input was flagged', metadata: {} } }, 'content_filter'],
    [400, { error: { status: 'INVALID_ARGUMENT', message: 'API key not valid.' } }, 'auth'],
    [400, { error: { message: 'Unsupported parameter' } }, 'bad_request'],
    [500, { error: { message: 'context length exceeded somewhere' } }, 'overloaded'],
    [503, { error: { message: 'The engine is overloaded' } }, 'overloaded'],
    [504, 'upstream timed out', 'timeout'],
    [429, { error: { message: 'tokens per min (TPM): Limit 8, context 9' } }, 'rate_limited'],
    [422, { detail: 'bad' }, 'bad_request'],
    [418, '', 'bad_request'],
  ])('with %i %j mean %s', (status, body, code) => {
    expect(refuse(status, body)).toMatchObject({ code, status });
  });

  test('are shown without tags when they are a web page', () => {
    expect(refuse(502, '<html><style>a{}</style><h1>Bad &amp; gone</h1></html>').message).toBe(
      'HTTP 502: Bad &amp; gone',
    );
  });

  test.each([undefined, null, 7, 'text', {}, { choices: [] }])('are none in %j', (frame) => {
    expect(frameFailure(frame)).toBeUndefined();
  });
});

describe('what is thrown', () => {
  const because = (cause: unknown) => new TypeError('fetch failed', { cause });

  test.each([
    [
      'a refused connection',
      because(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })),
      'network',
    ],
    ['an unknown host', because(Object.assign(new Error('x'), { code: 'ENOTFOUND' })), 'network'],
    [
      'several addresses that refuse',
      because(
        Object.assign(
          new AggregateError([Object.assign(new Error('x'), { code: 'EHOSTUNREACH' })]),
        ),
      ),
      'network',
    ],
    [
      'a certificate of nobody',
      because(Object.assign(new Error('x'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' })),
      'network',
    ],
    ['a failed fetch without details', new TypeError('fetch failed'), 'network'],
    ['an abort that was not ours', new DOMException('stop', 'AbortError'), 'network'],
    [
      'a proxy that refuses',
      because(new Error('Proxy response (407) !== 200 when HTTP Tunneling')),
      'network',
    ],
    ['a request that an SDK cannot form', named('AI_UnsupportedFunctionalityError'), 'bad_request'],
    ['JSON that an SDK cannot read', named('AI_JSONParseError'), 'protocol'],
    ['wrong settings', new AgentError('invalid_config', 'No address.'), 'bad_request'],
    ['a string', 'oops', 'protocol'],
    ['nothing', undefined, 'protocol'],
  ])('as %s means %s', (...[, thrown, code]) => {
    expect(thrownFailure(thrown)).toMatchObject({ code });
  });

  test('is told without the content that SDKs put into their messages', () => {
    const thrown = Object.assign(new Error('Invalid value: {"secret":"diary"}'), {
      name: 'AI_TypeValidationError',
    });

    expect(thrownFailure(thrown).message).not.toContain('diary');
  });
});

describe('redaction', () => {
  test.each([
    'key my-own-secret-key here',
    'Incorrect API key provided: sk-proj-abcdEFGH1234*****wxyz.',
    'https://example.org/v1?key=AIzaSyA1234567890abcdefghijklmnopqrstuv&x=1',
    'Authorization: Bearer abc.def.ghi',
  ])('leaves nothing of a key in "%s"', (message) => {
    const { message: redacted } = redactFailure(failureOf('auth', message), ['my-own-secret-key']);

    expect(redacted).toContain('***');
    expect(redacted).not.toMatch(/my-own|abcdEFGH|AIzaSy|abc\.def/);
  });

  test('keeps ordinary words, on one line of bearable length', () => {
    const long = `skeleton key: task-list\n\nAskew ${'x'.repeat(2_000)}`;

    const { message } = redactFailure(failureOf('protocol', long), ['key']);

    expect(message.startsWith('skeleton key: task-list Askew xxx')).toBe(true);
    expect(message).toHaveLength(400);
  });
});

function named(name: string): Error {
  return Object.assign(new Error('x'), { name });
}
