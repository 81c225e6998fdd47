import { expect, test } from 'vitest';
import { AgentError } from '../base/errors.ts';
import { interruption, interruptionOf } from './interruption.ts';
import { createLiveTurns } from './live-turns.ts';

const never = new AbortController().signal;

/** Work that ends when it is told to, and what its signal said. */
function begin(live: ReturnType<typeof createLiveTurns>, session: string, signal = never) {
  let end = () => {};
  let heard: AbortSignal = signal;
  const done = live.run(session, signal, (given) => {
    heard = given;
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  return { end: () => end(), done, heard: () => interruptionOf(heard) };
}

test('a stop reaches the session that runs here, and no other', async () => {
  const live = createLiveTurns();
  const one = begin(live, 'cli:a');
  const other = begin(live, 'cli:b');

  const answers = [live.stop('cli:a'), live.stop('cli:c')];

  expect(answers).toEqual([true, false]);
  expect([one.heard(), other.heard()]).toEqual(['stop', undefined]);
});

test('work that lost its session and ends late does not hide the one that has it now', async () => {
  const live = createLiveTurns();
  const lost = begin(live, 'cli:a');
  const current = begin(live, 'cli:a');

  lost.end();
  await lost.done;

  expect(live.stop('cli:a')).toBe(true);
  expect([lost.heard(), current.heard()]).toEqual([undefined, 'stop']);
});

test.each([
  [interruption('stop'), 'stop'],
  [interruption('wallTime'), 'wallTime'],
  [new AgentError('stale_lease', 'Lost.'), 'stale_lease'],
  [new DOMException('Stopping.', 'AbortError'), 'shutdown'],
  [new AgentError('aborted', 'Somebody else.'), 'shutdown'],
])('the reason of an abort says why the work ends (%#)', (reason, expected) => {
  const controller = new AbortController();
  controller.abort(reason);

  expect(interruptionOf(controller.signal)).toBe(expected);
  expect(interruptionOf(never)).toBeUndefined();
});
