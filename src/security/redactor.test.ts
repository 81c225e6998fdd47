import { describe, expect, test } from 'vitest';
import { createRedactor } from './redactor.ts';

const redactor = createRedactor({
  secrets: ['configured-secret-1', 'short', '1234', 'aB3$', 'x', 'pa"ss\\wörd', 'kEy/+with=='],
});

/** Made-up keys, put together here so that no scanner takes this file for a leak. */
const made = (prefix: string, body = 'Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2Yz3', length = 36) =>
  `${prefix}${body.repeat(3).slice(0, length)}`;
const SK = made('sk-');
const GITHUB = made('ghp' + '_');
const nested = (secret: string) => JSON.stringify({ x: JSON.stringify({ a: secret }) });
const JWT = [`ey${'JhbGciOiJub25l'}`, `ey${'JmYWtlIjoidHJ1ZSJ9'}`, 'c2lnbmF0dXJl'].join('.');

describe('secrets in texts are masked, what stands around them stays', () => {
  test.each([
    ['a vendor key', `using ${SK} now`, SK, 'now'],
    ['a key in a URL', `https://${GITHUB}@github.com/a/b.git`, GITHUB, 'github.com/a/b.git'],
    ['an access key id', `id ${made('AKIA', 'FAKEFAKEFAKEFAKE', 16)}.`, 'AKIAFAKE', 'id'],
    ['a signed token', `jwt ${JWT} end`, JWT, 'end'],
    ['a bearer header', `Authorization: Bearer ${made('x')}`, made('x'), 'Authorization: Bearer'],
    ['a basic header', 'authorization: Basic ZmFrZTpmYWtl', 'ZmFrZTpmYWtl', 'Basic'],
    ['a URL password', 'postgres://app:fake-Pass@db:5432/x', 'fake-Pass', 'db:5432/x'],
    ['a query parameter', `GET /a?api_key=${made('q')}&page=2`, made('q'), 'page=2'],
    ['an assignment', "export DB_PASSWORD='two words'", 'two words', 'DB_PASSWORD'],
    ['an assignment after a label', 'Error: password=hidden-3 given', 'hidden-3', 'given'],
    ['JSON text', '{"client_secret":"inner","grant":"x"}', 'inner', 'grant'],
    ['JSON text in JSON text', '{\\"client_secret\\":\\"inner\\",\\"a\\":1}', 'inner', '\\"a\\":1'],
    ['an option', 'deploy --password hidden-1 --region eu', 'hidden-1', '--region eu'],
    ['a session cookie', 'Cookie: theme=dark; session=abcdef; lang=en', 'abcdef', 'theme=dark'],
    ['a netrc line', 'machine a login bot password hidden-2', 'hidden-2', 'login bot'],
    ['a Chinese label', '数据库密码：某个密文，请勿外传', '某个密文', '请勿外传'],
    ['a short name', 'DB_PASS=hidden-4 psql', 'hidden-4', 'psql'],
    ['a short name in a list', 'SMTP_PASS: hidden-4', 'hidden-4', 'SMTP_PASS'],
    ['a short name in JSON', '{"pass":"hidden-4","a":1}', 'hidden-4', '"a":1'],
    ['a name of two words', 'userPass=hidden-4', 'hidden-4', 'userPass'],
    ['a name run together', 'PGPASSWORD=hidden-4 psql', 'hidden-4', 'psql'],
    ['another name run together', 'export MYSQLPASSWORD=hidden-4', 'hidden-4', 'export'],
    ['a name with a number', 'password1=hidden-4', 'hidden-4', 'password1'],
    ['a token run together', 'APITOKEN=hidden-4', 'hidden-4', 'APITOKEN'],
    ['a label run together', 'userpassword: hidden-4', 'hidden-4', 'userpassword'],
    ['a secret behind one that is none', 'key=key=db_password=hidden-4', 'hidden-4', 'key=key'],
    ['a URL password with a slash', 'psql postgres://u:p/w@h/db', 'p/w', 'h/db'],
    ['a URL password with an at sign', 'postgres://u:p@w@h/db', 'p@w', 'h/db'],
    ['a short configured value alone', 'got aB3$ back', 'aB3$', 'back'],
    ['a configured value in JSON', JSON.stringify({ a: 'pa"ss\\wörd' }), 'ss\\', '"a"'],
    ['a configured value in JSON in JSON', nested('pa"ss\\wörd'), 'ss\\', 'a'],
    ['a configured value in an address', '/?k=kEy%2F%2Bwith%3D%3D&p=1', 'with', 'p=1'],
    ['a configured value in a form', 'k=pa%22ss%5Cw%C3%B6rd&p=1', 'ss%5C', 'p=1'],
    ['a configured value', 'got configured-secret-1 back', 'configured-secret-1', 'back'],
  ])('%s', (_, ...[text, secret, kept]) => {
    const redacted = redactor.text(text);

    expect(redacted).not.toContain(secret);
    expect(redacted).toContain('***');
    expect(redacted).toContain(kept);
  });

  test('a private key block, also one that was cut off', () => {
    const begin = `-----BEGIN ${'RSA'} PRIVATE KEY-----`;
    const whole = `${begin}\nRkFLRQ==\n-----END RSA PRIVATE KEY-----\nafter`;

    expect(redactor.text(whole)).not.toContain('RkFLRQ==');
    expect(redactor.text(whole)).toContain('after');
    expect(redactor.text(`${begin}\nRkFLRQ==`)).not.toContain('RkFLRQ==');
  });
});

test.each([
  'max_tokens: 4096',
  'usage: prompt_tokens=812 completion_tokens=64',
  'TOKEN_BUDGET=8000',
  'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
  'request id 550e8400-e29b-41d4-a716-446655440000',
  'OPENAI_API_KEY=<your key here>',
  'const key = process.env.OPENAI_API_KEY',
  'password: ********',
  'Bearer tokens expire after one hour.',
  'primary_key: id',
  'author: Alice, authority: city council',
  'https://example.com/docs/password-reset',
  '-----BEGIN CERTIFICATE-----\nRkFLRQ==\n-----END CERTIFICATE-----',
  '密码长度至少 12 位',
  'api_key is required',
  'short',
  'port 1234',
  'the next letter is x',
  'bypass=all, compass: north',
  'pass: 12, fail: 0',
  'OLDPWD: unset',
  'maxtoken=4096',
  'http://localhost:3000/@scope/pkg',
  'http://[::1]:8080/@scope/pkg',
  'xaB3$y',
])('%s is left as it is', (text) => {
  expect(redactor.text(text)).toBe(text);
});

describe('T11 values are masked by key names at every depth', () => {
  test('in records, lists and argument vectors', () => {
    const value = {
      api_key: 'a',
      accessToken: 'b',
      nested: { list: [{ password: 'c', name: 'n' }], auth: { user: 'd' } },
      args: ['--token', 'e', '--json'],
      key: 'f',
      max_tokens: 4096,
      sort_key: 'name',
      password_policy: { min_length: 12 },
    };

    expect(redactor.value(value)).toEqual({
      api_key: '***',
      accessToken: '***',
      nested: { list: [{ password: '***', name: 'n' }], auth: '***' },
      args: ['--token', '***', '--json'],
      key: '***',
      max_tokens: 4096,
      sort_key: 'name',
      password_policy: { min_length: 12 },
    });
  });

  test('long numbers are keys as well, counts and yes or no are not', () => {
    const value = {
      api_key: 90_210_771,
      credential: 4_711_888,
      token: 3,
      auth: true,
      max_tokens: 4096,
    };

    expect(redactor.value(value)).toEqual({
      api_key: '***',
      credential: '***',
      token: 3,
      auth: true,
      max_tokens: 4096,
    });
  });

  test('the original is left alone', () => {
    const value = { token: 'a', inner: { text: `key ${SK}` } };

    redactor.value(value);

    expect(value).toEqual({ token: 'a', inner: { text: `key ${SK}` } });
  });

  test('an error keeps its message and cause without their secrets', () => {
    const error = new Error(`refused ${SK}`, { cause: new Error('password=hunter2') });

    const text = JSON.stringify(redactor.value({ error }));

    expect(text).toContain('refused ***');
    expect(text).not.toContain('hunter2');
  });

  test('a circle and a bottomless value come to an end', () => {
    const circle: Record<string, unknown> = { a: 1 };
    circle['self'] = circle;
    let deep: unknown = 'bottom';
    for (let level = 0; level < 1_000; level += 1) deep = [deep];

    expect(redactor.value(circle)).toEqual({ a: 1, self: '[circular]' });
    expect(JSON.stringify(redactor.value(deep))).toContain('[cut]');
  });
});

test.each([
  ['letters', 'a'.repeat(1_000_000)],
  ['half-open assignments', 'token="'.repeat(100_000)],
  ['half-open keys', '-----BEGIN PRIVATE KEY-----'.repeat(30_000)],
  ['half-open addresses', 'a://b:'.repeat(100_000)],
  ['names without values', 'key='.repeat(250_000)],
  ['names of placeholders', 'password=$password='.repeat(50_000)],
  ['names of secrets', 'password='.repeat(100_000)],
  ['counts', 'token=1'.repeat(150_000)],
])('a long text of %s is redacted in time', (_, text) => {
  const startedAt = performance.now();

  redactor.text(text);

  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
