import { expect, test } from 'vitest';
import { findMediaEndpoint } from './media-endpoint.ts';

const sections = {
  own: {
    type: 'openai-compatible',
    settings: {
      baseUrl: 'http://localhost:9/v1/',
      apiKey: 'k1 ',
      headers: { 'x-a': 'b' },
      queryParams: { v: '1' },
      apiKeyHeader: 'api-key',
    },
  },
  bare: { type: 'openai-compatible', settings: { baseUrl: 'http://localhost:9' } },
  claude: { type: 'anthropic', settings: { apiKey: 'k' } },
};
const find = (reference: string, variables: Record<string, string> = {}) =>
  findMediaEndpoint(reference, { sections, readVariable: (name) => variables[name] });

test('the endpoint of a configured provider is where its section says, with its key apart', () => {
  expect(find('own/a/b')).toEqual({
    endpoint: {
      reference: 'own/a/b',
      model: 'a/b',
      baseUrl: 'http://localhost:9/v1',
      headers: { 'x-a': 'b' },
      queryParams: { v: '1' },
      keyHeader: 'api-key',
    },
    apiKey: 'k1',
  });
  expect(find('bare/x')).toMatchObject({ apiKey: undefined });
});

test('a provider that people know needs only its key in the environment', () => {
  expect(find('openai/gpt-image-1', { OPENAI_API_KEY: 'k' })).toMatchObject({
    endpoint: { baseUrl: 'https://api.openai.com/v1', model: 'gpt-image-1' },
    apiKey: 'k',
  });
});

test.each([
  ['openai/gpt-image-1', /providers\.openai\.apiKey/],
  ['nobody/x', /add providers\.nobody/],
  ['claude/x', /openai or openai-compatible/],
])('of %s it says what to do', (reference, words) => {
  expect(find(reference)).toMatch(words);
});
