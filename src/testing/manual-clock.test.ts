import { expect, test } from 'vitest';
import { createManualClock } from './manual-clock.ts';

test('sleepers wake in the order of their due times, each at its own moment', async () => {
  const { clock, advance } = createManualClock();
  const woken: [string, number][] = [];
  const sleep = async (name: string, ms: number) => {
    await clock.sleep(ms);
    woken.push([name, clock.monotonic()]);
  };
  const all = [sleep('late', 30), sleep('first', 10), sleep('second', 10)];

  await advance(30);

  await Promise.all(all);
  expect(woken).toEqual([
    ['first', 10],
    ['second', 10],
    ['late', 30],
  ]);
});

test('a sleep that a sleeper begins counts within the same advance', async () => {
  const { clock, advance } = createManualClock();
  let rounds = 0;
  const loop = (async () => {
    while (rounds < 5) {
      await clock.sleep(10);
      rounds += 1;
    }
  })();

  await advance(49);
  const early = rounds;
  await advance(1);

  await loop;
  expect([early, rounds]).toEqual([4, 5]);
});

test('an aborted sleeper rejects with the reason and is forgotten', async () => {
  const { clock, sleepers } = createManualClock();
  const controller = new AbortController();
  const asleep = clock.sleep(1_000, controller.signal);

  controller.abort(new Error('stop'));

  await expect(asleep).rejects.toThrow('stop');
  expect(sleepers()).toBe(0);
});

test('time stands still by itself and moves on wall clock and monotonic alike', async () => {
  const { clock, advance } = createManualClock(1_000);

  await advance(250);

  expect([clock.now(), clock.monotonic()]).toEqual([1_250, 250]);
});
