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
])('text under %s is masked though no schema says so', (key) => {
  const shown = mask({ a: [{ [key]: 'x', b: 'y' }] }, { tree, node: undefined, secret: false });

  expect(shown).toEqual({ a: [{ [key]: '***', b: 'y' }] });
});

test('everything inside a secret group is masked, and an empty text shows that it is empty', () => {
  const shown = mask(
    { credentials: { user: 'u', list: ['v', ''] } },
    { tree, node: undefined, secret: false },
  );

  expect(shown).toEqual({ credentials: { user: '***', list: ['***', ''] } });
});
