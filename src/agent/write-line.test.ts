import { describe, expect, test } from 'vitest';
import { createWriteLine } from './write-line.ts';

function createSlowDisk() {
  const writes: string[] = [];
  const ends: ((thrown?: Error) => void)[] = [];
  const write = createWriteLine<string>((entries) => {
    writes.push(entries.join(''));
    return new Promise((resolve, reject) => {
      ends.push((thrown) => (thrown === undefined ? resolve() : reject(thrown)));
    });
  });
  const tick = () => new Promise((resolve) => setImmediate(resolve));
  return {
    writes,
    write,
    tick,
    async end(thrown?: Error) {
      ends.shift()?.(thrown);
      await tick();
      await tick();
    },
  };
}

describe('a line of writes', () => {
  test('takes what comes in one moment together, and what comes during a write with the next', async () => {
    const disk = createSlowDisk();
    const first = [disk.write('a'), disk.write('b')];
    await disk.tick();
    const second = [disk.write('c'), disk.write('d')];
    await disk.tick();
    expect(disk.writes).toEqual(['ab']);

    await disk.end();
    await Promise.all(first);
    expect(disk.writes).toEqual(['ab', 'cd']);
    await disk.end();
    await Promise.all(second);
  });

  test('tells everybody of a failed write, and goes on with the next', async () => {
    const disk = createSlowDisk();
    const failed = [disk.write('a'), disk.write('b')].map((write) =>
      write.catch((thrown: Error) => thrown.message),
    );
    await disk.tick();
    await disk.end(new Error('full'));

    expect(await Promise.all(failed)).toEqual(['full', 'full']);
    const next = disk.write('c');
    await disk.tick();
    await disk.end();
    await next;
    expect(disk.writes).toEqual(['ab', 'c']);
  });
});
