import { expect, test } from 'vitest';
import type { RunEvent } from '../protocol/run-event.ts';
import { createRunEvents } from './run-events.ts';

function reply(sessionKey: string, text: string): RunEvent {
  const ids = { sessionKey, traceId: 't', turnId: 'turn', inboundId: 'in', at: 0 };
  return { ...ids, type: 'reply', text };
}

test('a listener hears its own session in order, or all of them', () => {
  const events = createRunEvents(() => undefined);
  const own: string[] = [];
  const all: string[] = [];
  events.subscribe('cli:a', (event) => own.push(event.type === 'reply' ? event.text : ''));
  events.subscribe(undefined, (event) => all.push(event.sessionKey));

  for (const [session, text] of [
    ['cli:a', '1'],
    ['cli:b', '2'],
    ['cli:a', '3'],
  ] as const) {
    events.publish(reply(session, text));
  }

  expect(own).toEqual(['1', '3']);
  expect(all).toEqual(['cli:a', 'cli:b', 'cli:a']);
});

test('who left hears nothing more, and the same listener twice is two', () => {
  const events = createRunEvents(() => undefined);
  let heard = 0;
  const listener = () => {
    heard += 1;
  };
  const leave = events.subscribe('cli:a', listener);
  events.subscribe('cli:a', listener);

  events.publish(reply('cli:a', '1'));
  leave();
  events.publish(reply('cli:a', '2'));

  expect(heard).toBe(3);
});

test('a listener that throws is reported and hurts neither the turn nor the others', () => {
  const failures: unknown[] = [];
  const events = createRunEvents((thrown) => failures.push(thrown));
  const heard: string[] = [];
  events.subscribe(undefined, () => {
    throw new Error('bad view');
  });
  events.subscribe(undefined, ({ type }) => heard.push(type));

  events.publish(reply('cli:a', '1'));

  expect(heard).toEqual(['reply']);
  expect(failures).toEqual([new Error('bad view')]);
});
