import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '../protocol/message.ts';
import { untrustedOrigin } from '../protocol/origin.ts';
import { openStorage } from '../storage/index.ts';
import { append, session, userMessage } from '../storage/samples.contract.ts';
import type { Storage } from '../storage/storage.ts';
import type { ExportFormat } from './export-formats.ts';
import { exportSession } from './export-session.ts';

const SESSION = session('cli:a', { title: 'Fix the\nbuild' });

const ANSWER: Message = {
  role: 'assistant',
  model: 'openai/some',
  parts: [
    { type: 'reasoning', text: 'secret thought', metadata: { openai: { id: 'rs_1' } } },
    { type: 'text', text: 'I run the tests.' },
    {
      type: 'tool-call',
      callId: 'tool_0_0',
      providerCallId: 'call_1',
      tool: 'exec',
      argumentsText: '{"command":"npm test"}',
      metadata: { openai: { signature: 'abc' } },
    },
  ],
};

const RESULT: Message = {
  role: 'tool',
  callId: 'tool_0_0',
  providerCallId: 'call_1',
  tool: 'exec',
  outcome: 'error',
  text: 'before\n```\n# not a heading',
  origin: untrustedOrigin('command'),
};

let storage: Storage;

beforeEach(async () => {
  storage = await openStorage('sqlite', { dataDir: ':memory:', durability: 'full', now: () => 1 });
  const messages = [userMessage('please fix it'), ANSWER, RESULT];
  await storage.commit([
    { op: 'put-session', session: SESSION },
    ...messages.map((message, ordinal) => ({
      op: 'append-message' as const,
      sessionKey: 'cli:a',
      turnId: 't1',
      ordinal,
      message,
      at: Date.UTC(2026, 0, 1),
    })),
  ]);
});

afterEach(() => storage.close());

async function exported(format: ExportFormat): Promise<string> {
  let text = '';
  for await (const piece of exportSession(storage, SESSION, format)) text += piece;
  return text;
}

describe('exportSession', () => {
  test('writes Markdown that a person can read from top to bottom', async () => {
    const text = await exported('markdown');

    expect(text).toBe(
      [
        '# Fix the build\n\nSession `cli:a`, begun 1970-01-01T00:00:00.001Z.\n',
        '\n## cli:1000 · 2026-01-01T00:00:00.000Z\n\nplease fix it\n',
        '\n## openai/some · 2026-01-01T00:00:00.000Z\n\nI run the tests.\n\n**exec**\n\n',
        '```text\n{"command":"npm test"}\n```\n',
        '\n### exec: error · 2026-01-01T00:00:00.000Z\n\n',
        '````text\nbefore\n```\n# not a heading\n````\n',
      ].join(''),
    );
  });

  test('writes one JSON object a line: the session, then its messages', async () => {
    const lines = (await exported('jsonl'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

    expect(lines.map(({ type, seq, role }) => [type, seq, role])).toEqual([
      ['session', undefined, undefined],
      ['message', 1, 'user'],
      ['message', 2, 'assistant'],
      ['message', 3, 'tool'],
    ]);
  });

  test.each(['markdown', 'jsonl'] as const)('L14 keeps reasoning out of %s', async (format) => {
    const text = await exported(format);

    expect(text).not.toContain('secret thought');
    expect(text).not.toMatch(/rs_1|"signature"/);
  });

  test('writes every message of a long session, once and in order', async () => {
    const more = Array.from({ length: 450 }, (_, index) =>
      append('cli:a', `t-${index}`, `m${index}`),
    );
    await storage.commit(more);

    const lines = (await exported('jsonl')).trimEnd().split('\n').slice(1);

    expect(lines.map((line) => JSON.parse(line).seq)).toEqual(
      Array.from({ length: 453 }, (_, index) => index + 1),
    );
  });
});
