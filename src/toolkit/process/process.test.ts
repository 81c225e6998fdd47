import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { createProcessBed } from './process-bed.contract.ts';

let bed: ReturnType<typeof createProcessBed>;

beforeEach(() => {
  bed = createProcessBed();
});

describe('X5 process', () => {
  test('starts a command, tells of its output as it comes, and keeps its exit code', async () => {
    const started = await bed.run({
      action: 'start',
      command: 'echo ready; read -r line; echo "got $line"; echo no >&2; exit 3',
      waitMs: 10_000,
    });
    const id = bed.idIn(started);

    const written = await bed.run({ action: 'write', id, text: 'it\n', waitMs: 10_000 });
    await bed.ended(id);
    const after = await bed.run({ action: 'poll', id });

    expect(started).toMatch(/^Started\. proc_\w+ is running, for \d:\d\d\.\nstdout:\nready$/);
    expect(`${written}\n${after}`).toMatch(/stdout:\ngot it\n[\s\S]*stderr:\nno/);
    expect(after).toMatch(/ended with exit code 3 after [\d.]+s\./);
    expect(await bed.run({ action: 'poll', id })).toMatch(/No new output\.$/);
    expect(await bed.run({ action: 'list' })).toMatch(
      /^proc_\w+ ended with exit code 3 .* Command: "echo ready;/,
    );
  });

  test('starts nothing for a call that belongs to no conversation', async () => {
    const direct = createProcessBed({}, 'cli:@tools');
    const input = { action: 'start', command: 'sleep 300', waitMs: 0 };

    const refused = await direct.run(input, { sessionKey: 'cli:@tools' });
    const started = await direct.run(input, { sessionKey: 'cli:main' });

    expect(refused).toMatch(/^The process was not started: a call from the command line/);
    expect(direct.processes.list('cli:@tools')).toEqual([]);
    expect(started).toMatch(/^Started\./);
  });

  test('tells how long it runs, so that looking again is another result and no loop', async () => {
    const id = bed.idIn(await bed.run({ action: 'start', command: 'sleep 300', waitMs: 0 }));

    const looks = [
      await bed.run({ action: 'poll', id }),
      await bed.run({ action: 'poll', id, waitMs: 1_100 }),
    ];

    expect(looks[0]).toMatch(/is running, for 0:0\d\. No new output\.$/);
    expect(looks[1]).not.toBe(looks[0]);
  });

  test('waits for the news, not for the time', async () => {
    const id = bed.idIn(
      await bed.run({ action: 'start', command: 'read -r x; echo go', waitMs: 0 }),
    );
    const polling = bed.run({ action: 'poll', id, waitMs: 300_000 });

    await bed.processes.find(id)?.process.write('\n');

    expect(await polling).toMatch(/\ngo$|ended with exit code 0/);
  });

  test('closes the input of a command that reads to the end', async () => {
    const id = bed.idIn(await bed.run({ action: 'start', command: 'wc -l', waitMs: 0 }));
    const written = await bed.run({ action: 'write', id, text: 'a\nb\n', end: true, waitMs: 0 });
    await bed.ended(id);
    const polled = await bed.run({ action: 'poll', id });

    expect([written, polled].join('\n')).toMatch(/stdout:\n2$/m);
    expect(await bed.run({ action: 'write', id, text: 'more' })).toMatch(/takes no input any more/);
  });

  test('X1 stops a command with all it has started, and says so', async () => {
    const id = bed.idIn(
      await bed.run({ action: 'start', command: 'sleep 300 & sleep 300', waitMs: 0 }),
    );

    const stopped = await bed.run({ action: 'stop', id });

    expect(stopped).toMatch(/ended by SIG(TERM|KILL) after .*It was stopped\./);
    expect(await bed.run({ action: 'stop', id })).toMatch(/It was stopped/);
  });

  test('shows no process to another conversation, nor lets it be touched', async () => {
    const id = bed.idIn(await bed.run({ action: 'start', command: 'sleep 300', waitMs: 0 }));
    const other = { sessionKey: 'test:other' };

    expect(await bed.run({ action: 'list' }, other)).toMatch(/has started no process/);
    for (const action of ['poll', 'stop', 'write'] as const) {
      const text = action === 'write' ? { text: 'x' } : {};
      expect(await bed.run({ action, id, ...text }, other)).toMatch(/has no process proc_/);
    }
    expect(await bed.run({ action: 'list' })).toMatch(/is running/);
  });

  test.each([
    [{ action: 'start', command: 'echo x', cwd: 'file' }, /no folder of the workspace/],
    [{ action: 'start', command: 'echo \0' }, /not started.*NUL/],
    [{ action: 'poll', id: 'proc_1' }, /has no process proc_1/],
  ])('says what is wrong with %o', async (input, error) => {
    bed.workspace.write('file', '');

    expect(await bed.run(input)).toMatch(error);
  });

  test.each([
    { action: 'start' },
    { action: 'start', command: 'x', id: 'y' },
    { action: 'poll' },
    { action: 'poll', id: 'x', text: 'y' },
    { action: 'list', command: 'x' },
    { action: 'nothing' },
  ])('refuses %o as arguments', (input) => {
    expect(bed.tool.input.safeParse(input).success).toBe(false);
  });

  test('runs in a folder of the workspace', async () => {
    mkdirSync(join(bed.workspace.path, 'sub'));

    const started = await bed.run({ action: 'start', command: 'pwd', cwd: 'sub', waitMs: 10_000 });

    expect(started).toContain(join(bed.workspace.path, 'sub'));
  });

  test('is let go when its call is stopped, and runs on', async () => {
    const controller = new AbortController();
    const id = bed.idIn(await bed.run({ action: 'start', command: 'sleep 300', waitMs: 0 }));
    const polling = bed.run({ action: 'poll', id, waitMs: 300_000 }, { signal: controller.signal });

    controller.abort();

    await expect(polling).rejects.toThrow(/abort/i);
    expect(await bed.run({ action: 'list' })).toMatch(/is running/);
  });
});

describe('what bounds background processes', () => {
  test('is their number, in all conversations together', async () => {
    const start = { action: 'start', command: 'sleep 300', waitMs: 0 };
    await bed.run(start);
    const second = bed.idIn(await bed.run(start, { sessionKey: 'test:other' }));

    const third = await bed.run(start);
    await bed.processes.find(second)?.stop('stop');

    expect(third).toMatch(/not started: 2 processes run already.*tools.process.maxRunning/);
    expect(await bed.run(start)).toMatch(/^Started/);
  });

  test('is their age', async () => {
    const young = createProcessBed({ maxAgeMs: 300 });
    const id = young.idIn(await young.run({ action: 'start', command: 'sleep 300', waitMs: 0 }));

    await young.ended(id);

    expect(await young.run({ action: 'poll', id })).toMatch(/longest time allowed/);
  });

  test('X1 is their conversation, with its workers', async () => {
    const start = { action: 'start', command: 'sleep 300', waitMs: 0 };
    const own = bed.idIn(await bed.run(start));
    const process = bed.processes.find(own)?.process;
    const worker = bed.idIn(await bed.run(start, { sessionKey: 'test:chat#w' }));
    const workers = bed.processes.find(worker)?.process;

    await bed.processes.endSession('test:chat');

    expect([await process?.ended, await workers?.ended]).toEqual([
      expect.objectContaining({ exitCode: undefined }),
      expect.objectContaining({ exitCode: undefined }),
    ]);
    expect(await bed.run({ action: 'list' })).toMatch(/no process/);
  });

  test('X1 X5 is the runtime, within two seconds, and nothing starts any more', async () => {
    const stubborn = 'trap "" TERM; echo on; while :; do sleep 1; done';
    const start = { action: 'start', command: stubborn, waitMs: 10_000 };
    const ids = [bed.idIn(await bed.run(start)), bed.idIn(await bed.run(start))];
    const startedAt = systemClock.monotonic();

    await bed.processes.close();

    expect(systemClock.monotonic() - startedAt).toBeLessThan(4_000);
    expect(ids.map((id) => bed.processes.find(id)?.end()?.why)).toEqual(['close', 'close']);
    expect(await bed.run(start)).toMatch(/The runtime is ending/);
  });

  test('is what is kept of their output, which is the latest', async () => {
    const small = createProcessBed({ maxOutputBytes: 1_000 });
    const id = small.idIn(await small.run({ action: 'start', command: 'seq 20000', waitMs: 0 }));
    await small.ended(id);

    const poll = await small.run({ action: 'poll', id });

    expect(poll).toMatch(/bytes were not kept[\s\S]*\n20000$/);
    expect(poll.length).toBeLessThan(1_300);
  });
});
