import { expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createWakeSignal } from './wake-signal.ts';

const never = new AbortController().signal;

/** A bell, and whether the wait that began last is over. */
function waiting(timeoutMs: number, signal: AbortSignal = never) {
  const { clock, advance, sleepers } = createManualClock();
  const bell = createWakeSignal(clock);
  const state = { over: false };
  const wait = async () => {
    state.over = false;
    await bell.wait(timeoutMs, signal);
    state.over = true;
  };
  return { bell, advance, sleepers, state, wait };
}

test('a ring ends the wait', async () => {
  const { bell, advance, state, wait, sleepers } = waiting(1_000);
  const waited = wait();
  await advance(500);
  const early = state.over;

  bell.ring();

  await waited;
  expect(early).toBe(false);
  expect(sleepers()).toBe(0);
});

test('a ring while nobody waits is kept for the next wait, once', async () => {
  const { bell, advance, state, wait } = waiting(1_000);
  bell.ring();
  bell.ring();

  await wait();
  const second = wait();
  await advance(999);
  const early = state.over;
  await advance(1);

  await second;
  expect(early).toBe(false);
});

test('a wait without a ring ends when its time is over', async () => {
  const { advance, state, wait } = waiting(1_000);
  const waited = wait();

  await advance(1_000);

  await waited;
  expect(state.over).toBe(true);
});

test('an aborted signal ends the wait and the ones that follow, and never rejects', async () => {
  const controller = new AbortController();
  const { wait, sleepers } = waiting(1_000, controller.signal);
  const waited = wait();

  controller.abort(new Error('stop'));

  await waited;
  await wait();
  expect(sleepers()).toBe(0);
});
