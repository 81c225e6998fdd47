import { describe, expect, test } from 'vitest';
import { createReplyLedger } from './reply-ledger.ts';

describe('createReplyLedger', () => {
  test('has nothing left to show of an answer that was streamed whole', () => {
    const ledger = createReplyLedger();
    ledger.streamed('in', 'llm_0', 'Hello\n');
    ledger.streamed('in', 'llm_0', '  world ');

    expect(ledger.remaining('in', 'Hello\n  world')).toBe('');
  });

  test('knows an answer that spans several steps', () => {
    const ledger = createReplyLedger();
    ledger.streamed('in', 'llm_0', 'First.');
    ledger.streamed('in', 'llm_1', 'Second.');

    expect(ledger.remaining('in', 'First.\n\nSecond.')).toBe('');
  });

  test('shows a short answer also when it ends an earlier text', () => {
    const ledger = createReplyLedger();
    ledger.streamed('in', 'llm_0', 'This looks ok');

    expect(ledger.remaining('in', 'ok')).toBe('ok');
  });

  test('shows only what follows a text that broke off', () => {
    const ledger = createReplyLedger();
    ledger.streamed('in', 'llm_0', 'Half of it');

    expect(ledger.remaining('in', 'Half of it\n\nIt broke off.')).toBe('It broke off.');
  });

  test('shows a reply once, however often it comes', () => {
    const ledger = createReplyLedger();

    expect(ledger.remaining('in', 'news')).toBe('news');
    expect(ledger.remaining('in', 'news')).toBe('');
    expect(ledger.remaining('other', 'news')).toBe('news');
  });

  test('forgets what a model takes back', () => {
    const ledger = createReplyLedger();
    ledger.streamed('in', 'llm_0', 'Wrong.');

    expect(ledger.begin('in', 'llm_0')).toBe(true);
    expect(ledger.begin('in', 'llm_0')).toBe(false);
    expect(ledger.remaining('in', 'Wrong.')).toBe('Wrong.');
  });

  test('remembers a bounded number of answers', () => {
    const ledger = createReplyLedger();
    for (let count = 0; count < 1_000; count += 1) ledger.streamed(`in_${count}`, 'llm_0', 'x');

    expect(ledger.knows('in_0')).toBe(false);
    expect(ledger.knows('in_999')).toBe(true);
  });
});
