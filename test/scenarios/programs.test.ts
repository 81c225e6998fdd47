import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { calls, says } from '../../src/testing/scripted-router.ts';
import { createRuntimeBed, type RuntimeBed } from './runtime-bed.ts';

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

const outcomesOf = (told: Awaited<ReturnType<RuntimeBed['turn']>>) =>
  told.events.flatMap((event) => (event.type === 'tool-end' ? [event.outcome] : []));

describe('T16 a whole turn that patches several files', () => {
  const PATCH = [
    '*** Begin Patch',
    '*** Update File: a.js',
    '-if (x === 1) {}',
    '+if (x === 2) {}',
    '*** Add File: sub/b.js',
    '+new',
    '*** End Patch',
  ].join('\n');

  test('asks nobody, and /undo takes all of it back', async () => {
    const script = [
      calls('read_file', { path: 'a.js' }),
      calls('apply_patch', { patch: PATCH }),
      says('Done.'),
    ];
    const bed = await createRuntimeBed({ script });
    writeFileSync(join(bed.workspace, 'a.js'), 'if (x === 1) {}\n');

    const told = await bed.turn('go');
    const patched = [bed.read('a.js'), bed.read('sub/b.js')];
    await bed.submit('/undo');

    expect(outcomesOf(told)).toEqual(['ok', 'ok']);
    expect(patched).toEqual(['if (x === 2) {}\n', 'new\n']);
    expect([bed.read('a.js'), bed.exists('sub/b.js')]).toEqual(['if (x === 1) {}\n', false]);
  });

  test('is asked about when a file would be deleted, also with --yes', async () => {
    const patch = '*** Begin Patch\n*** Delete File: a.js\n*** End Patch';
    const bed = await createRuntimeBed({ script: [calls('apply_patch', { patch }), says('No.')] });
    writeFileSync(join(bed.workspace, 'a.js'), 'x');

    const told = await bed.turn('go', { assumeYes: true });

    expect(outcomesOf(told)).toEqual(['approval_required']);
    expect(bed.exists('a.js')).toBe(true);
  });
});

describe('X1 a process in the background', () => {
  const start = calls('process', {
    action: 'start',
    command: 'sleep 300 & echo $! > child; echo up; wait',
    waitMs: 10_000,
  });

  test('is looked at without a question, and ends with its conversation', async () => {
    const look = calls('process', { action: 'list' });
    const bed = await createRuntimeBed({ script: [start, says('Up.'), look, says('Still up.')] });

    const started = await bed.turn('start it', { assumeYes: true });
    const looked = await bed.turn('look');
    const pid = Number(bed.read('child'));
    const before = isAlive(pid);
    await bed.runtime().client.deleteSession('cli:main');

    expect([outcomesOf(started), outcomesOf(looked)]).toEqual([['ok'], ['ok']]);
    expect(bed.toolTexts().at(-1)).toMatch(/^proc_\w+ is running/);
    expect([before, isAlive(pid)]).toEqual([true, false]);
  });

  test('ends with the runtime', async () => {
    const bed = await createRuntimeBed({ script: [start, says('Up.')] });
    await bed.turn('start it', { assumeYes: true });
    const pid = Number(bed.read('child'));
    const before = isAlive(pid);

    await bed.close();

    expect([before, isAlive(pid)]).toEqual([true, false]);
  });

  test('is started by nobody without a yes', async () => {
    const bed = await createRuntimeBed({ script: [start, says('No.')] });

    const told = await bed.turn('start it');

    expect(outcomesOf(told)).toEqual(['approval_required']);
    expect(bed.exists('child')).toBe(false);
  });
});

describe('code that an agent writes', () => {
  const run = calls('execute_code', { language: 'python', code: 'open("made", "w")' });

  test('is never run by --yes alone', async () => {
    const bed = await createRuntimeBed({ script: [run, says('No.')] });

    const told = await bed.turn('go', { assumeYes: true });

    expect(outcomesOf(told)).toEqual(['approval_required']);
    expect(bed.exists('made')).toBe(false);
  });

  test('does not exist where it is switched off', async () => {
    const set = ['tools.codeExec.enabled=false'];
    const bed = await createRuntimeBed({ script: [run, says('No.')], set });

    const told = await bed.turn('go');

    expect(outcomesOf(told)).toEqual(['not_visible']);
  });
});

test('T13 a long result is read in parts by the id in its note', async () => {
  const bed = await createRuntimeBed({
    script(request, call) {
      if (call === 0) return calls('exec', { command: 'seq 20000' });
      const said = JSON.stringify(request.messages);
      const [id = ''] = /art_\w+/.exec(said) ?? [];
      return call === 1 ? calls('read_artifact', { id, find: '7777' }) : says('Found.');
    },
  });

  await bed.turn('go', { assumeYes: true });

  const [long, part] = bed.toolTexts();
  expect(long).toMatch(/whole text: artifact art_\w+, in parts with read_artifact/);
  expect(part).toMatch(/^2 lines hold "7777" in artifact:art_\w+ .*:\n\d+: 7777\n\d+: 17777$/);
});
