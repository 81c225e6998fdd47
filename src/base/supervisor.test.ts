import { expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createSupervisor } from './supervisor.ts';

function bed() {
  const { clock, advance } = createManualClock();
  const failures: [string, unknown][] = [];
  const supervisor = createSupervisor({
    clock,
    random: () => 1,
    onFailure: (name, thrown) => failures.push([name, thrown]),
  });
  return { clock, advance, failures, supervisor };
}

/** Resolves when the signal aborts, as a loop does. */
function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}

test('what throws is reported and started again, later each time', async () => {
  const { clock, advance, failures, supervisor } = bed();
  const starts: number[] = [];
  supervisor.run('poller', async () => {
    starts.push(clock.monotonic());
    throw new Error(`failure ${starts.length}`);
  });

  await advance(8_000);

  await supervisor.stop();
  expect(starts).toEqual([0, 1_000, 3_000, 7_000]);
  expect(failures[0]).toEqual(['poller', new Error('failure 1')]);
  expect(failures).toHaveLength(4);
});

test('a task that ran well for a minute fails as if for the first time', async () => {
  const { clock, advance, supervisor } = bed();
  const starts: number[] = [];
  supervisor.run('poller', async (signal) => {
    starts.push(clock.monotonic());
    if (starts.length === 4) await clock.sleep(60_001, signal);
    throw new Error('gone');
  });

  await advance(7_000 + 60_001 + 500);

  await supervisor.stop();
  expect(starts).toEqual([0, 1_000, 3_000, 7_000, 67_501]);
});

test('one that fails leaves the others alone, and one that ends is not started again', async () => {
  const { advance, failures, supervisor } = bed();
  let ended = 0;
  let ran = true;
  supervisor.run('fails', () => Promise.reject(new Error('no')));
  supervisor.run('ends', async () => {
    ended += 1;
  });
  supervisor.run('runs', async (signal) => {
    await untilAborted(signal);
    ran = false;
  });

  await advance(500);
  const before = ran;
  await supervisor.stop();

  expect([before, ran, ended]).toEqual([true, false, 1]);
  expect(failures.every(([name]) => name === 'fails')).toBe(true);
});

test('stop ends a task that waits to be started again, and what an abort makes it throw is no failure', async () => {
  const { advance, failures, supervisor } = bed();
  let starts = 0;
  supervisor.run('fails', async () => {
    starts += 1;
    throw new Error('no');
  });
  supervisor.run('aborts', async (signal) => {
    await untilAborted(signal);
    signal.throwIfAborted();
  });
  await advance(0);

  await supervisor.stop();
  await supervisor.stop();

  expect(starts).toBe(1);
  expect(failures.map(([name]) => name)).toEqual(['fails']);
});

test('what is begun after the stop does not run', async () => {
  const { supervisor } = bed();
  let ran = false;
  await supervisor.stop();

  supervisor.run('late', async () => {
    ran = true;
  });

  await supervisor.stop();
  expect(ran).toBe(false);
});
