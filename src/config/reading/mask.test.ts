import { expect, test } from 'vitest';
import { mask } from './mask.ts';
import { createSchemaTree } from './schema-tree.ts';

const tree = createSchemaTree({});

test.each([
  'apiKey',
  'api_keys',
  'API-KEY',
  'botToken',
  'tokens',
  'clientSecret',
  'password',
  'passphrase',
  'Authorization',
  'cookie',
  'privateKey',
  'credentials',
  'DB_PASS',
  'dbpassword',
  'auth',
])('text under %s is masked though no schema says so', (key) => {
  const shown = mask({ a: [{ [key]: 'x', b: 'y' }] }, { tree, node: undefined, secret: false });

  expect(shown).toEqual({ a: [{ [key]: '***', b: 'y' }] });
});

test.each([
  ['http://me:pa/ss@proxy:3128', 'http://me:***@proxy:3128'],
  ['postgres://me:p@ss@db/x', 'postgres://me:***@db/x'],
  ['http://proxy:3128', 'http://proxy:3128'],
  ['http://me@proxy', 'http://me@proxy'],
])('the password in the address %s is masked', (address, shown) => {
  expect(mask({ a: address }, { tree, node: undefined, secret: false })).toEqual({ a: shown });
});

test('everything inside a secret group is masked, and an empty text shows that it is empty', () => {
  const shown = mask(
    { credentials: { user: 'u', list: ['v', ''] } },
    { tree, node: undefined, secret: false },
  );

  expect(shown).toEqual({ credentials: { user: '***', list: ['***', ''] } });
});
