import { expect, test } from 'vitest';
import { loadSdk } from './load-sdk.ts';
import { thrownFailure } from './to-failure.ts';

test('a library that does not load says which variable may be the cause', async () => {
  const loading = loadSdk(() => Promise.reject(new Error('baseURL')), 'OPENAI_BASE_URL');

  const thrown: unknown = await loading.catch((error: unknown) => error);

  expect(thrownFailure(thrown)).toMatchObject({ code: 'bad_request' });
  expect(thrownFailure(thrown).message).toContain('OPENAI_BASE_URL');
});
