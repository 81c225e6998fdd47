import { describe, expect, test } from 'vitest';
import type { Message } from '../../protocol/message.ts';
import { trustedOrigin } from '../../protocol/origin.ts';
import { fitTurn } from './fit-turn.ts';
import { buildSystemPrompt, fillTemplate } from './system-prompt.ts';
import { createTimeHeader } from './time-header.ts';
import { toModelMessages } from './to-model-messages.ts';

const origin = trustedOrigin('user');
const NOON = Date.UTC(2026, 10, 30, 11, 5);

function user(text: string): Message {
  return { role: 'user', principal: 'cli:0', content: [{ type: 'text', text, origin }] };
}

function result(text: string, artifactId?: string): Message {
  return {
    role: 'tool',
    callId: 'tool_0_0',
    providerCallId: 'p',
    tool: 'exec',
    outcome: 'ok',
    text,
    origin,
    ...(artifactId !== undefined && { artifactId }),
  };
}

describe('createTimeHeader', () => {
  test('gives date, time, weekday and zone', () => {
    expect(createTimeHeader('Asia/Shanghai')(NOON)).toBe('[2026-11-30 19:05 Mon Asia/Shanghai]');
  });
});

describe('L16 fillTemplate', () => {
  test('fills what it knows', () => {
    expect(fillTemplate('Hi, I am {{ name }}.', { name: 'Echo' })).toBe('Hi, I am Echo.');
  });

  test.each(['{{nme}} and {{name}}', '{{constructor}}', '{{}}'])(
    'returns %s, which is no template, as it is',
    (text) => {
      expect(fillTemplate(text, { name: 'Echo' })).toBe(text);
    },
  );
});

describe('buildSystemPrompt', () => {
  test('puts rules, standing instructions and AGENT.md in this order', () => {
    const prompt = buildSystemPrompt({
      agent: { name: 'Echo', language: 'en', instructions: 'Be kind.' },
      workspace: '/w',
      template: 'You are {{name}} in {{workspace}}. {{language}}',
      agentFile: 'Use tabs.',
    });

    expect(prompt).toBe(
      'You are Echo in /w. Answer in English.\n\nStanding instructions:\nBe kind.\n\nFrom AGENT.md, written by the owner:\nUse tabs.',
    );
  });
});

describe('toModelMessages', () => {
  const options = { timeHeader: () => '[now]', media: new Map<string, string>() };

  test('merges neighbours of one role, so that turns alternate', () => {
    const at = NOON;
    const said: Message = { role: 'assistant', model: 'm', parts: [{ type: 'text', text: 'a' }] };
    const entries = [user('1'), user('2'), said, said, result('x'), result('y')];

    const messages = toModelMessages(
      entries.map((message) => ({ message, at })),
      options,
    );

    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(messages[2]).toMatchObject({ results: [{ text: 'x' }, { text: 'y' }] });
  });

  test('shows an attached text file as text, and says what it cannot show', () => {
    const file = (mediaType: string, base64: string): Message => ({
      role: 'user',
      principal: 'cli:0',
      content: [{ type: 'file', mediaType, name: 'n', source: { kind: 'inline', base64 }, origin }],
    });
    const entries = [
      { message: file('text/plain', btoa('hello')), at: NOON },
      { message: file('application/zip', btoa('PK')), at: NOON },
    ];

    const text = JSON.stringify(toModelMessages(entries, options));

    expect(text).toContain('[attached file n]\\nhello\\n[end of n]');
    expect(text).toContain('application/zip: cannot be read as text');
  });
});

describe('UC5 fitTurn', () => {
  const estimate = (message: Message) => JSON.stringify(message).length / 4;

  test('shortens the oldest results until fifty calls fit, and keeps every one', () => {
    const messages = [
      user('go'),
      ...Array.from({ length: 50 }, (_, n) => result('x'.repeat(4_000), `art_${n}`)),
    ];

    const fitted = fitTurn(messages, 20_000, estimate);

    expect(fitted).toHaveLength(51);
    expect(fitted.reduce((sum, message) => sum + estimate(message), 0)).toBeLessThan(20_000);
    expect(fitted.at(-1)).toEqual(messages.at(-1));
    expect(JSON.stringify(fitted[1])).toContain('artifact art_0');
  });

  test('touches nothing while the turn fits', () => {
    const messages = [user('go'), result('x')];

    expect(fitTurn(messages, 20_000, estimate)).toBe(messages);
  });
});
