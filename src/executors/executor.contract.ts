import { describe, expect, test } from 'vitest';
import type { ExecuteRequest, Executor } from './executor.ts';

export interface ExecutorPlace {
  readonly executor: Executor;
  /** An existing folder in which its commands may work. */
  readonly cwd: string;
}

/** The contract of `Executor`, as tests. Commands are those of any POSIX shell. */
export function executorContract(name: string, open: () => Promise<ExecutorPlace>): void {
  async function run(
    command: string,
    more: Partial<ExecuteRequest> = {},
    signal = new AbortController().signal,
  ) {
    const { executor, cwd } = await open();
    const limits = { timeoutMs: 15_000, maxOutputBytes: 100_000 };
    return executor.execute({ command, cwd, ...limits, ...more }, signal);
  }

  describe(`${name} as an Executor`, () => {
    test('is ready, and has a name', async () => {
      const { executor } = await open();

      expect(await executor.readiness()).toEqual({ ready: true });
      expect(executor.name).not.toBe('');
    });

    test('gives the exit code and both streams of a command, also when it fails', async () => {
      const result = await run('echo out; echo err >&2; exit 3');

      expect(result).toMatchObject({ ended: 'exited', exitCode: 3, terminationSignal: undefined });
      expect([result.stdout.head, result.stderr.head]).toEqual(['out\n', 'err\n']);
    });

    test('hands in what is given as input, and else closes it', async () => {
      const given = await run('cat', { stdin: '你好\n' });
      const closed = await run('cat; echo end');

      expect([given.stdout.head, closed.stdout.head]).toEqual(['你好\n', 'end\n']);
    });

    test('runs in the folder that is asked for, with the variables that are added', async () => {
      const { stdout } = await run('printf "%s %s" "$(pwd -P | wc -l)" "$ADDED"', {
        env: { ADDED: 'there' },
      });

      expect(stdout.head.trim()).toBe('1 there');
    });

    test('cuts long output in the middle and counts it', async () => {
      const { stdout } = await run('echo begin; head -c 300000 /dev/zero | tr "\\0" x; echo end');

      expect(stdout.totalBytes).toBe(300_010);
      expect(stdout.omittedBytes).toBe(200_010);
      expect([stdout.head.slice(0, 6), stdout.tail.slice(-4)]).toEqual(['begin\n', 'end\n']);
    });

    test('ends a command that takes too long, and keeps its output so far', async () => {
      const result = await run('echo begun; sleep 61', { timeoutMs: 1_000 });

      expect(result).toMatchObject({ ended: 'timeout', stdout: { head: 'begun\n' } });
      expect(result.durationMs).toBeLessThan(30_000);
    });

    test('ends a command that is cancelled, and begins none that was cancelled before', async () => {
      const during = await run('sleep 62', {}, AbortSignal.timeout(500));
      const before = await run('echo began', {}, AbortSignal.abort());

      expect([during.ended, before.ended]).toEqual(['cancelled', 'cancelled']);
      expect(before.stdout.totalBytes).toBe(0);
    });

    test('lets nothing live on that a command has started', async () => {
      const place = await open();
      const there = { cwd: place.cwd };
      await run('(while echo x >> beats; do sleep 0.1; done) & sleep 0.5', there);

      const { stdout } = await run('wc -c < beats; sleep 1; wc -c < beats', there);

      const [first, second] = stdout.head.trim().split(/\s+/);
      expect(Number(first)).toBeGreaterThan(0);
      expect(second).toBe(first);
    });

    test('says why a command could not be started, and throws nothing', async () => {
      const { cwd } = await open();

      const result = await run('true', { cwd: `${cwd}/no/such/folder` });

      expect(result.ended).toBe('not_started');
      expect(result.problem).toBeTruthy();
    });
  });
}
