import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { createLocalBed } from './local-bed.contract.ts';

let cwd: string;
let run: ReturnType<typeof createLocalBed>['run'];

beforeEach(() => {
  ({ cwd, run } = createLocalBed());
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await systemClock.sleep(20);
}

/** Living processes with this text among their arguments. */
function running(text: string): number {
  const commands = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return commands.filter((pid) => commandLine(pid).includes(text)).length;
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

describe('T12 a command', () => {
  test('gives its exit code and both streams, also when it fails', async () => {
    const result = await run('echo out; echo err >&2; exit 3');

    expect(result).toMatchObject({ ended: 'exited', exitCode: 3, terminationSignal: undefined });
    expect([result.stdout.head, result.stderr.head]).toEqual(['out\n', 'err\n']);
    expect(result.leftovers).toBeUndefined();
  });

  test('runs in bash, in the folder that was asked for', async () => {
    writeFileSync(join(cwd, 'here.txt'), '');

    const { stdout } = await run('[[ -f here.txt ]] && echo "$BASH"');

    expect(stdout.head).toMatch(/\/bash\n$/);
  });

  test('names the signal that ended it', async () => {
    expect(await run('kill -SEGV $$')).toMatchObject({
      ended: 'signalled',
      exitCode: undefined,
      terminationSignal: 'SIGSEGV',
    });
  });

  test('reads what it is given and else finds its input closed', async () => {
    const given = await run('cat', { stdin: '你好\n' });
    const closed = await run('cat; echo end');
    const unread = await run('exec 0<&-; sleep 0.1; echo unread', { stdin: 'x'.repeat(1_000_000) });

    expect(given.stdout.head).toBe('你好\n');
    expect(closed.stdout.head).toBe('end\n');
    expect(unread).toMatchObject({ ended: 'exited', stdout: { head: 'unread\n' } });
  });

  test('can open its own input and outputs by name', async () => {
    const command = 'cat /dev/stdin; echo a > /dev/stderr; echo b | tee /dev/stderr >/dev/null';

    const { stdout, stderr } = await run(command, { stdin: 'given\n' });

    expect([stdout.head, stderr.head]).toEqual(['given\n', 'a\nb\n']);
  });

  test('runs where there is neither bash nor any other program on PATH', async () => {
    const result = await run('read line; echo "got $line"', {
      env: { PATH: '/nowhere' },
      stdin: 'x\n',
    });

    expect(result).toMatchObject({ exitCode: 0, stdout: { head: 'got x\n' } });
  });

  test('leaves no file of ours behind, and none open', async () => {
    const env = { TMPDIR: cwd };
    await run('cat', { stdin: 'x', env });
    const before = readdirSync('/proc/self/fd').length;

    for (let round = 0; round < 5; round += 1) {
      await run('cat', { stdin: 'x', env });
      await run(`echo ${'x'.repeat(200_000)}`, { stdin: 'x', env });
      await run('sleep 316.1 &', { env });
    }

    expect(readdirSync(cwd)).toEqual([]);
    expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before + 1);
  });

  test('may begin with a dash', async () => {
    expect(await run('-l')).toMatchObject({ ended: 'exited', exitCode: 127 });
  });
});

describe('X1 output', () => {
  test('of three megabytes on both streams is cut in the middle and counted', async () => {
    const flood = 'head -c 3000000 /dev/zero | tr "\\0" x';

    const { stdout, stderr } = await run(`${flood}; ${flood} >&2; echo end`);

    expect(stdout).toMatchObject({ totalBytes: 3_000_004, omittedBytes: 2_900_004 });
    expect(stdout.tail.endsWith('xend\n')).toBe(true);
    expect(stderr.totalBytes).toBe(3_000_000);
  });

  test('of a gigabyte takes no memory', async () => {
    const before = process.memoryUsage.rss();

    const { stdout } = await run('head -c 1000000000 /dev/zero', { timeoutMs: 60_000 });

    expect(stdout.totalBytes).toBe(1_000_000_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000);
  }, 70_000);

  test('is decoded across the borders of its chunks, and may be no text at all', async () => {
    const split = await run("printf '\\xe4\\xbd'; sleep 0.2; printf '\\xa0'");
    const noise = await run('head -c 5000 /dev/urandom');

    expect(split.stdout.head).toBe('你');
    expect(noise).toMatchObject({ exitCode: 0, stdout: { totalBytes: 5_000 } });
  });

  test('of a reader that outlives the command by a moment is kept', async () => {
    const { stdout } = await run('echo late > >(sleep 0.1; cat)');

    expect(stdout.head).toBe('late\n');
  });
});

describe('T5 X1 a command that takes too long', () => {
  test('is ended with its output so far, and the next one works', async () => {
    const result = await run('echo begun; sleep 311.1', { timeoutMs: 1_000 });

    expect(result).toMatchObject({ ended: 'timeout', stdout: { head: 'begun\n' } });
    expect(running('311.1')).toBe(0);
    expect(await run('echo next')).toMatchObject({ exitCode: 0 });
  });

  test.each([
    ['ignores the request', "trap '' TERM; sleep 312.1; sleep 312.2"],
    ['has children that ignore it', "(trap '' TERM; sleep 312.3) & sleep 312.4"],
    ['has forked twice', '( ( sleep 312.5 & ) & ); sleep 312.6'],
    ['has a child in a session of its own', 'setsid sleep 312.7 & sleep 312.8'],
    [
      'has one that ignores it in a session of its own',
      'setsid sh -c "trap \'\' TERM; sleep 312.81; sleep 312.82" & sleep 312.83',
    ],
    [
      'has one with an empty environment in a session of its own',
      'env -i setsid sleep 312.84 & sleep 312.85',
    ],
    [
      'has an orphan with an empty environment in a session of one that can be found',
      'setsid sh -c \'(env -i sh -c "trap : TERM; sleep 312.851; sleep 312.852" &); sleep 312.853\' & sleep 312.854',
    ],
    ['has job control', 'set -m; sleep 312.86 & sleep 312.87'],
    ['is stopped', 'sleep 312.88 & kill -STOP $!; kill -STOP $$'],
    [
      'starts another when asked to end',
      "trap 'setsid sleep 312.89 &' TERM; while :; do sleep 0.05; done",
    ],
  ])('and %s is gone within two seconds', async (_, command) => {
    const startedAt = performance.now();

    const { ended } = await run(command, { timeoutMs: 400 });

    expect(performance.now() - startedAt).toBeLessThan(400 + 2_000 + 500);
    expect(ended).toBe('timeout');
    expect(running('312.')).toBe(0);
  });
});

describe('V8 US9 a command that is stopped', () => {
  test('is gone within two seconds and keeps its output', async () => {
    const controller = new AbortController();
    const stopped = run('echo begun; sleep 90.25', {}, controller.signal);
    await until(() => running('sleep\u000090.25') > 0);
    controller.abort();
    const startedAt = performance.now();
    const result = await stopped;

    expect(performance.now() - startedAt).toBeLessThan(2_500);
    expect(result).toMatchObject({ ended: 'cancelled', stdout: { head: 'begun\n' } });
    expect(running('90.25')).toBe(0);
  });

  test('is never started when it was stopped before', async () => {
    const result = await run('echo x > started', {}, AbortSignal.abort());

    expect(result).toMatchObject({ ended: 'cancelled', durationMs: 0 });
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe('what a command leaves behind', () => {
  test.each([
    ['in the background', 'sleep 313.1 & echo done'],
    ['with its output elsewhere', 'sleep 313.2 >/dev/null 2>&1 & echo done'],
    ['as a daemon', 'setsid nohup sleep 313.3 >/dev/null 2>&1 & sleep 0.2; echo done'],
  ])('%s is ended with it and counted', async (_, command) => {
    const result = await run(command);

    expect(result).toMatchObject({ ended: 'exited', exitCode: 0, leftovers: 1 });
    expect(result.stdout.head).toBe('done\n');
    expect(running('313.')).toBe(0);
  });

  test('of another command is left alone', async () => {
    const other = run('sleep 1.515; echo other');
    await run('sleep 314.1 & echo done');

    const { stdout } = await other;

    expect(stdout.head).toBe('other\n');
  });
});
