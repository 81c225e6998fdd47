import { describe, expect, test } from 'vitest';
import type { Message } from '../protocol/message.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import type { OpenForContract } from './open-for.contract.ts';
import { append, session, userMessage, writtenIn } from './samples.contract.ts';
import type { Storage } from './storage.ts';

function appendMessage(turnId: string, ordinal: number, message: Message) {
  const names = { sessionKey: 'cli:a', turnId, ordinal };
  return { op: 'append-message' as const, ...names, message, at: 1 };
}

const REPLY: Message = {
  role: 'assistant',
  model: 'offline/offline',
  parts: [
    { type: 'reasoning', text: 'secret pondering' },
    { type: 'text', text: 'The invoice is paid.' },
    {
      type: 'tool-call',
      callId: 'tool_0_0',
      providerCallId: 'x',
      tool: 'read_file',
      argumentsText: '{"path":"hidden.txt"}',
    },
  ],
};

const RESULT: Message = {
  role: 'tool',
  callId: 'tool_0_0',
  providerCallId: 'x',
  tool: 'read_file',
  outcome: 'ok',
  text: 'quarterly figures',
  origin: trustedOrigin('workspace'),
};

export function messagesContract(open: OpenForContract): void {
  describe('messages', () => {
    test('are numbered from 1 in each session and come back as they were', async () => {
      const storage = await open();

      await storage.commit([
        appendMessage('t1', 0, userMessage('one')),
        appendMessage('t1', 1, REPLY),
        append('cli:b', 't2', 'elsewhere'),
        appendMessage('t1', 2, RESULT),
      ]);

      const listed = await storage.messages.list('cli:a');
      expect(listed.map(({ seq, message }) => [seq, message])).toEqual([
        [1, userMessage('one')],
        [2, REPLY],
        [3, RESULT],
      ]);
      expect((await storage.messages.list('cli:b'))[0]?.seq).toBe(1);
    });

    test('are read in pages, oldest first', async () => {
      const storage = await open();
      const texts = Array.from({ length: 7 }, (_, n) => `text ${n}`);
      await storage.commit(texts.map((text, n) => append('cli:a', `t${n}`, text)));

      const seen: string[] = [];
      for (let page = await storage.messages.list('cli:a', { limit: 3 }); page.length > 0; ) {
        seen.push(...page.map(writtenIn));
        const afterSeq = page.at(-1)?.seq ?? 0;
        page = await storage.messages.list('cli:a', { afterSeq, limit: 3 });
      }

      expect(seen).toEqual(texts);
    });

    test('the same place in a turn is written once; the first text stays', async () => {
      const storage = await open();
      await storage.commit([append('cli:a', 't1', 'first')]);

      await storage.commit([append('cli:a', 't1', 'second'), append('cli:a', 't2', 'third')]);

      expect((await storage.messages.list('cli:a')).map(writtenIn)).toEqual(['first', 'third']);
    });

    test('a retracted turn leaves the transcript, and the next one follows without a gap', async () => {
      const storage = await open();
      await storage.commit([append('cli:a', 't1', 'kept'), append('cli:a', 't2', 'taken back')]);

      await storage.commit([
        { op: 'retract-messages', turnId: 't2' },
        append('cli:a', 't3', 'again'),
      ]);

      const listed = await storage.messages.list('cli:a');
      expect(listed.map((record) => [record.seq, writtenIn(record)])).toEqual([
        [1, 'kept'],
        [2, 'again'],
      ]);
    });

    test('a transcript is replaced in one commit', async () => {
      const storage = await open();
      await storage.commit([append('cli:a', 't1', 'old'), append('cli:b', 't2', 'other')]);

      await storage.commit([
        { op: 'clear-messages', sessionKey: 'cli:a' },
        append('cli:a', 't1', 'rebuilt'),
      ]);

      expect((await storage.messages.list('cli:a')).map(writtenIn)).toEqual(['rebuilt']);
      expect((await storage.messages.list('cli:b')).map(writtenIn)).toEqual(['other']);
    });
  });

  describe('search', () => {
    async function find(storage: Storage, text: string, principal?: string): Promise<string[]> {
      const query = { text, limit: 50, ...(principal !== undefined && { principal }) };
      return (await storage.messages.search(query)).map(writtenIn);
    }

    test.each([
      ['every word, in any order', 'paid invoice', ['Invoice 4711 was PAID']],
      ['without regard to case or width', 'ＩＮＶＯＩＣＥ', ['Invoice 4711 was PAID']],
      ['the beginning of a word', 'invo', ['Invoice 4711 was PAID']],
      ['not the middle of a word', 'voice', []],
      ['a number', '4711', ['Invoice 4711 was PAID']],
      ['the parts of a name', 'read_file', ['call read_file("a") now']],
      ['accents as they are written', 'café', ['Le café est fermé']],
      ['one Chinese character', '票', ['请把发票发给财务', '车票Ticket丢了']],
      ['a Chinese word inside a sentence', '发票', ['请把发票发给财务']],
      ['Chinese words apart from each other', '财务 发票', ['请把发票发给财务']],
      ['a Latin word next to Chinese', 'ticket 丢', ['车票Ticket丢了']],
      ['Cyrillic', 'СЧЁТ', ['счёт оплачен']],
      ['Japanese', '請求', ['請求書を送る']],
      ['words that only JSON would hold', 'role', []],
      ['wildcards as the text they are', '%', []],
      ['nothing', '  ', []],
    ])('finds %s: %s', async (_what, query, expected) => {
      const storage = await open();
      const texts = [
        'Invoice 4711 was PAID',
        'Le café est fermé',
        'call read_file("a") now',
        '请把发票发给财务',
        '车票Ticket丢了',
        'счёт оплачен',
        '請求書を送る',
      ];
      await storage.commit(texts.map((text, n) => append('cli:a', `t${n}`, text)));

      const found = await find(storage, query);

      expect(found.sort()).toEqual([...expected].sort());
    });

    test('looks at replies and results, not at reasoning or arguments', async () => {
      const storage = await open();
      await storage.commit([appendMessage('t1', 0, REPLY), appendMessage('t1', 1, RESULT)]);

      const found = await Promise.all(
        ['invoice', 'quarterly', 'pondering', 'hidden'].map((text) =>
          storage.messages.search({ text, limit: 9 }),
        ),
      );

      expect(found.map((records) => records.length)).toEqual([1, 1, 0, 0]);
    });

    test('gives the newest first, within the limit, however many there are', async () => {
      const storage = await open();
      await storage.commit(
        Array.from({ length: 1_203 }, (_, n) => ({
          ...append(`cli:${n % 7}`, `t${n}`, n % 3 === 0 ? `apple ${n}` : `pear ${n}`),
          at: n,
        })),
      );

      const newest = await storage.messages.search({ text: 'apple', limit: 3 });
      const oldest = await storage.messages.search({ text: 'apple 0', limit: 3 });

      expect(newest.map(writtenIn)).toEqual(['apple 1200', 'apple 1197', 'apple 1194']);
      expect(oldest.map(writtenIn)).toEqual(['apple 0']);
    });

    test('finds what is older than many messages of one moment', async () => {
      const storage = await open();
      const crowd = Array.from({ length: 1_100 }, (_, n) => ({
        ...append('cli:a', `t${n}`, `crowd ${n}`),
        at: 7,
      }));
      await storage.commit([append('cli:a', 'first', 'needle'), ...crowd]);

      const found = await storage.messages.search({ text: 'needle', limit: 3 });
      const inCrowd = await storage.messages.search({ text: 'crowd 0', limit: 3 });

      expect(found.map(writtenIn)).toEqual(['needle']);
      expect(inCrowd.map(writtenIn)).toEqual(['crowd 0']);
    });

    test('L18 a principal finds only what is in sessions that it opened', async () => {
      const storage = await open();
      await storage.commit([
        { op: 'put-session', session: session('cli:a', { principal: 'cli:1' }) },
        { op: 'put-session', session: session('cli:b', { principal: 'cli:2' }) },
        append('cli:a', 't1', 'canary of one'),
        append('cli:b', 't2', 'canary of two'),
        append('cli:c', 't3', 'canary of nobody'),
      ]);

      const found = await Promise.all([
        find(storage, 'canary', 'cli:1'),
        find(storage, 'canary', 'cli:3'),
        find(storage, 'canary'),
      ]);

      expect(found.map((texts) => texts.length)).toEqual([1, 0, 3]);
      expect(found[0]).toEqual(['canary of one']);
    });

    test('does not find what was retracted or deleted', async () => {
      const storage = await open();
      await storage.commit([append('cli:a', 't1', 'gone'), append('cli:b', 't2', 'gone too')]);

      await storage.commit([
        { op: 'retract-messages', turnId: 't1' },
        { op: 'delete-session', sessionKey: 'cli:b' },
      ]);

      expect(await find(storage, 'gone')).toEqual([]);
    });
  });
}
