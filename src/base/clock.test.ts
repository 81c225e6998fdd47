import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';

test('a sleep of months does not end at once', async () => {
  const controller = new AbortController();
  let ended = false;
  const asleep = systemClock.sleep(180 * 86_400_000, controller.signal).then(
    () => {
      ended = true;
    },
    (reason: unknown) => reason,
  );

  await systemClock.sleep(20);
  controller.abort('awake');

  expect(await asleep).toBe('awake');
  expect(ended).toBe(false);
});

test('a sleep under an aborted signal does not begin', async () => {
  const asleep = systemClock.sleep(60_000, AbortSignal.abort('gone'));

  await expect(asleep).rejects.toBe('gone');
});
