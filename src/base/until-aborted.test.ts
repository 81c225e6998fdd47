import { expect, test } from 'vitest';
import { untilAborted } from './until-aborted.ts';

const never = new Promise<string>(() => {});

test('gives what the promise comes to', async () => {
  const { signal } = new AbortController();
  const failed = untilAborted(Promise.reject(new Error('no')), signal);

  await expect(failed).rejects.toThrow('no');
  expect(await untilAborted(Promise.resolve('yes'), signal)).toBe('yes');
});

test('goes on with the reason of the signal, also one that aborted before', async () => {
  const stopping = new AbortController();
  const waiting = untilAborted(never, stopping.signal);
  stopping.abort(new Error('stop'));

  await expect(waiting).rejects.toThrow('stop');
  await expect(untilAborted(never, stopping.signal)).rejects.toThrow('stop');
});
