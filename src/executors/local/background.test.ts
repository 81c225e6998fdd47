import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BackgroundProcess } from '../executor.ts';
import { createLocalBed, executor } from './local-bed.contract.ts';

async function start(command: string, maxOutputBytes = 10_000) {
  const { cwd } = createLocalBed();
  const started = await executor.start?.({ command, cwd, maxOutputBytes });
  if (started?.state !== 'started') throw new Error(started?.problem);
  const { process } = started;
  onTestFinished(async () => void (await process.stop()));
  return { cwd, process };
}

/** Waits until stdout holds the text. */
async function until(process: BackgroundProcess, text: string): Promise<string> {
  for (;;) {
    const changed = process.changed();
    const { text: output } = process.output('stdout', 0);
    if (output.includes(text)) return output;
    await changed;
  }
}

function isAlive(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) [ZX] /.test(readFileSync(stat, 'latin1'));
}

describe('a process in the background', () => {
  test('keeps its exit code and both streams after its end', async () => {
    const { process } = await start('echo out; echo err >&2; exit 3');

    const end = await process.ended;

    expect(end).toEqual({ exitCode: 3, terminationSignal: undefined, leftovers: 0 });
    expect(process.output('stdout', 0)).toEqual({ text: 'out\n', omittedBytes: 0, position: 4 });
    expect(process.output('stderr', 0).text).toBe('err\n');
    expect(process.output('stdout', 4).text).toBe('');
    await process.changed();
  });

  test('takes input while it runs, and its end', async () => {
    const { process } = await start('while read -r line; do echo "got $line"; done; echo bye');

    const written = await process.write('one\n');
    await until(process, 'got one');
    await process.write('two\n');
    process.closeInput();
    const { exitCode } = await process.ended;

    expect([written, exitCode]).toEqual([true, 0]);
    expect(process.output('stdout', 0).text).toBe('got one\ngot two\nbye\n');
    expect(await process.write('late')).toBe(false);
  });

  test('has its input as a file that can be opened', async () => {
    const { process } = await start('cat < /dev/stdin');

    await process.write('text');
    const output = await until(process, 'text');
    process.closeInput();

    expect(output).toBe('text');
    expect((await process.ended).exitCode).toBe(0);
  });

  test('X5 survives three megabytes on its error stream, and goes on', async () => {
    const { process } = await start('head -c 3000000 /dev/zero | tr "\\0" x >&2; echo on; exit 4');

    const { exitCode } = await process.ended;

    const { text, omittedBytes } = process.output('stderr', 0);
    expect([exitCode, process.output('stdout', 0).text]).toEqual([4, 'on\n']);
    expect(text.length + omittedBytes).toBe(3_000_000);
  });

  test('keeps the latest output, and says how much is gone', async () => {
    const { process } = await start('seq 1 20000', 1_000);

    await process.ended;

    const { text, omittedBytes, position } = process.output('stdout', 0);
    expect(text.endsWith('19999\n20000\n')).toBe(true);
    expect(text.length).toBeLessThanOrEqual(1_000);
    expect([omittedBytes + text.length, position]).toEqual([108_894, 108_894]);
  });

  test('X1 ends with all it has started, within two seconds, whatever it does', async () => {
    const { process } = await start(
      'trap "" TERM; setsid sh -c "trap \\"\\" TERM; echo child \\$\\$; sleep 300" & echo "leader $$"; wait; sleep 300',
    );
    const output = await until(process, 'child');
    await until(process, 'leader');
    const pids = [...process.output('stdout', 0).text.matchAll(/\d+/g)].map(Number);
    const startedAt = performance.now();

    const end = await process.stop();

    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect(output).toContain('child');
    expect(pids.map(isAlive)).toEqual([false, false]);
    expect(end.exitCode).toBeUndefined();
    expect(await process.stop()).toEqual(end);
  });

  test('takes with it what it leaves running when it ends by itself', async () => {
    const { process } = await start('sleep 300 & echo $!');

    const end = await process.ended;

    expect(end).toMatchObject({ exitCode: 0, leftovers: 1 });
    expect(isAlive(Number(process.output('stdout', 0).text))).toBe(false);
  });

  test('does not wait for a reader of its input when it is stopped', async () => {
    const { process } = await start('echo ready; sleep 300');
    await until(process, 'ready');
    const written = process.write('x'.repeat(1_000_000));

    await process.stop();

    expect(await written).toBe(false);
  });

  test('that cannot start says why', async () => {
    const request = { command: 'echo x', cwd: '/nowhere/at/all', maxOutputBytes: 10 };

    expect(await executor.start?.(request)).toMatchObject({
      state: 'not_started',
      problem: expect.stringMatching(/does not exist/),
    });
  });

  test('writes into its folder', async () => {
    const { process, cwd } = await start('echo x > made');

    await process.ended;

    expect(existsSync(join(cwd, 'made'))).toBe(true);
  });
});
