import { describe, expect, test } from 'vitest';
import { collectParts } from './collect-parts.ts';

type Part = Parameters<ReturnType<typeof collectParts>['add']>[0];

function collect(...parts: readonly Part[]) {
  const collector = collectParts();
  for (const part of parts) collector.add(part);
  return collector;
}

function call(argumentsText: string): Part {
  return { type: 'tool-call', providerCallId: 'p', tool: 'look', argumentsText };
}

describe('collectParts', () => {
  test('joins the pieces of a text and of a thought, in the order in which they came', () => {
    const collector = collect(
      { type: 'reasoning', text: 'a' },
      { type: 'reasoning', text: 'b' },
      { type: 'reasoning-end' },
      { type: 'text', text: 'c' },
      { type: 'text', text: 'd' },
    );

    expect(collector.parts(0)).toEqual([
      { type: 'reasoning', text: 'ab' },
      { type: 'text', text: 'cd' },
    ]);
    expect(collector.text()).toBe('cd');
  });

  test('keeps with a thought what its provider wants back, and with another one nothing of it', () => {
    const collector = collect(
      { type: 'reasoning', text: 'a' },
      { type: 'reasoning-end', metadata: { signature: 1 } },
      { type: 'reasoning', text: 'b' },
      { type: 'reasoning-end' },
    );

    expect(collector.parts(0)).toEqual([
      { type: 'reasoning', text: 'a', metadata: { signature: 1 } },
      { type: 'reasoning', text: 'b' },
    ]);
  });

  test('keeps a thought that is hidden by its provider', () => {
    const collector = collect(
      { type: 'reasoning-end', metadata: { redacted: 'x' } },
      { type: 'text', text: 'a' },
    );

    expect(collector.parts(0)).toEqual([
      { type: 'reasoning', text: '', metadata: { redacted: 'x' } },
      { type: 'text', text: 'a' },
    ]);
  });

  test('leaves out empty pieces, which strict providers refuse', () => {
    const collector = collect({ type: 'text', text: '' }, call('{}'), { type: 'text', text: '' });

    expect(collector.parts(0)).toHaveLength(1);
  });

  test('names calls by step and position, whatever the provider calls them', () => {
    const collector = collect(call('{}'), { type: 'text', text: 'and' }, call('{}'));

    const names = collector.parts(3).flatMap((part) => ('callId' in part ? [part.callId] : []));
    expect(names).toEqual(['tool_3_0', 'tool_3_1']);
  });

  test.each([
    ['{"path":"/etc/ho', true],
    ['{"path":"/etc/hosts"}', false],
    ['', false],
    [' ', false],
  ])('says of a call with %j whether it is broken: %s', (argumentsText, broken) => {
    expect(collect(call(argumentsText)).hasBrokenCall()).toBe(broken);
  });
});
