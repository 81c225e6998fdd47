import { beforeEach, describe, expect, test } from 'vitest';
import { fakeToolContext } from '../../testing/fake-tool-context.ts';
import { type FakeToolMemory, fakeToolMemory } from '../../testing/fake-tool-memory.ts';
import { readArtifact } from './index.ts';

let memory: FakeToolMemory;

beforeEach(() => {
  memory = fakeToolMemory();
  memory.artifacts.set('art_1', 'one\nTwo\nthree\nzwölf\n');
});

async function read(input: Record<string, unknown>): Promise<string> {
  const parsed = readArtifact.input.parse({ id: 'art_1', ...input });
  const result = await readArtifact.execute(parsed, fakeToolContext({ memory }));
  return result.success ? result.output : result.error;
}

describe('T13 read_artifact', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['whole', {}, 'artifact:art_1 (4 lines)\none\nTwo\nthree\nzwölf'],
    [
      'by the name in its note',
      { id: 'artifact:art_1', end: 1 },
      'artifact:art_1 (lines 1-1 of 4, 21 bytes)\none',
    ],
    ['by lines', { start: 2, end: 3 }, 'artifact:art_1 (lines 2-3 of 4, 21 bytes)\nTwo\nthree'],
    ['by bytes', { start: 5, end: 7, unit: 'byte' }, 'artifact:art_1 (bytes 5-7 of 21)\nTwo'],
    [
      'from a byte on',
      { start: 9, unit: 'byte' },
      'artifact:art_1 (bytes 9-21 of 21)\nthree\nzwölf\n',
    ],
    [
      'with whole characters',
      { start: 18, end: 18, unit: 'byte' },
      'artifact:art_1 (bytes 17-18 of 21)\nö',
    ],
    ['by text', { find: 'T' }, '1 line holds "T" in artifact:art_1 (4 lines):\n2: Two'],
    [
      'by text in any case',
      { find: 't', ignoreCase: true },
      '2 lines hold "t" in artifact:art_1 (4 lines):\n2: Two\n3: three',
    ],
    [
      'by text that is no pattern',
      { find: '.*' },
      'No line holds ".*" in artifact:art_1 (4 lines).',
    ],
    [
      'by text from a line on',
      { find: 'e', start: 2 },
      '1 line holds "e" in artifact:art_1 (4 lines):\n3: three',
    ],
  ])('reads %s', async (_, input, output) => {
    expect(await read(input)).toBe(output);
  });

  test('reads a long one in parts that come back to the whole', async () => {
    const whole = Array.from({ length: 900 }, (_, n) => `${n} ${'字'.repeat(40)}\n`).join('');
    memory.artifacts.set('art_1', whole);
    const parts: string[] = [];

    for (let start = 1; start > 0; ) {
      const [, part = '', next] =
        /^[^\n]*\n(.*?)(?:\n\[[^\n]* more bytes\. Read on with start (\d+)\.\])?$/s.exec(
          await read({ start, unit: 'byte' }),
        ) ?? [];
      parts.push(part);
      start = Number(next ?? 0);
    }

    expect(parts.length).toBeGreaterThan(5);
    expect(parts.join('')).toBe(whole);
  });

  test('says how to go on where lines, a line or matches are too many', async () => {
    memory.artifacts.set('art_1', `${'x'.repeat(40_000)}\n${'ab\n'.repeat(9_000)}`);

    expect(await read({})).toMatch(/Use unit byte for other parts/);
    expect(await read({ start: 2 })).toMatch(/7,000 more lines\. Read on with start 2002\.\]$/);
    expect(await read({ find: 'b' })).toMatch(
      /^9,000 lines hold.*8,900 more lines\. Go on with start 102\.\]$/s,
    );
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['another conversation or none', { id: 'art_2' }, /has no artifact art_2/],
    ['a line beyond the end', { start: 9 }, /only 4 lines/],
    ['a byte beyond the end', { start: 22, unit: 'byte' }, /only 21 bytes/],
    ['an end before the start', { start: 3, end: 2 }, /Swap them/],
    ['a search by bytes', { find: 'a', unit: 'byte' }, /find goes by lines/],
  ])('refuses %s', async (_, input, error) => {
    expect(await read(input)).toMatch(error);
  });

  test('says of an expired one that it is no longer kept', async () => {
    memory.readArtifact = async () => ({ expiredAt: Date.UTC(2026, 1, 3) });

    expect(await read({})).toMatch(
      /artifact art_1 expired and is no longer kept, since 2026-02-03/,
    );
  });

  test('says of what is no text that it cannot be read', async () => {
    memory.artifacts.set('art_1', 'PNG\0\0');

    expect(await read({})).toMatch(/no text/);
  });
});
