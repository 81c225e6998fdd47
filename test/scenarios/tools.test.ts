import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Answer, calls, says } from '../../src/testing/scripted-router.ts';
import { createRuntimeBed, until } from './runtime-bed.ts';

/** A process of this machine, by what stands on its command line. */
function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

describe('T3 a whole turn with a tool that does not exist', () => {
  test('goes on: the model is told the names, and its corrected call works', async () => {
    const script = [calls('read_fil', { path: 'a.txt' }), calls('read_file', { path: 'a.txt' })];
    const bed = await createRuntimeBed({ script: [...script, says('It says hello.')] });
    writeFileSync(join(bed.workspace, 'a.txt'), 'hello');

    const { end, reply, events } = await bed.turn('read a.txt');

    const outcomes = events.flatMap((event) => (event.type === 'tool-end' ? [event.outcome] : []));
    expect([end.outcome, reply]).toEqual(['done', 'It says hello.']);
    expect(outcomes).toEqual(['not_visible', 'ok']);
    expect(bed.toolTexts()[0]).toContain('read_file');
  });
});

describe('T4 a whole turn that calls exec by another name', () => {
  test('is asked about, recorded and audited as exec', async () => {
    const script = [calls('bash', { command: 'touch made' }), says('Not without a yes.')];
    const bed = await createRuntimeBed({ script });

    const { end } = await bed.turn('go');

    const { turns } = bed.runtime().storage;
    const step = (await turns.steps(end.turnId)).find(({ name }) => name === 'tool_0_0');
    // Writing never holds up a turn: the last lines are there only when the runtime has ended.
    await bed.close();
    const audit = readFileSync(join(bed.settings.dataDir, 'audit.jsonl'), 'utf8');
    expect(step).toMatchObject({
      outcome: 'approval_required',
      result: { callKey: expect.stringMatching(/^exec /) },
    });
    expect(audit).toContain('"exec"');
    expect(audit).not.toContain('"bash"');
    expect(bed.exists('made')).toBe(false);
  });
});

describe('T5 V8 a command in a whole turn', () => {
  const endless = (timeoutMs: number) =>
    calls('exec', { command: 'sleep 90 & echo $! > child; wait', timeoutMs });

  test('that takes too long is ended with all that it started, and the next call works', async () => {
    const script: Answer[] = [endless(1_000), calls('exec', { command: 'echo next' }), says('ok')];
    const bed = await createRuntimeBed({ script });

    await bed.turn('go', { assumeYes: true });

    const [late, next] = bed.toolTexts();
    expect(late).toMatch(/timed out|time limit/i);
    expect(next).toContain('next');
    expect(isAlive(Number(bed.read('child')))).toBe(false);
  });

  test('dies within 2 s of /stop, nothing more is asked of the model, and the chat goes on', async () => {
    const bed = await createRuntimeBed({
      script: [endless(60_000), says('A strict provider accepted the history.')],
    });
    const stopped = bed.endOf(await bed.send('go', { assumeYes: true }));
    await until(() => bed.exists('child') && bed.read('child').trim() !== '');
    const pid = Number(bed.read('child'));

    const before = performance.now();
    await bed.submit('/stop');
    const { end } = await stopped;
    await until(() => !isAlive(pid));
    const took = performance.now() - before;

    expect(took).toBeLessThan(2_000);
    expect(end).toMatchObject({ outcome: 'stopped', modelCalls: 1 });
    expect(bed.requests()).toHaveLength(1);
    expect((await bed.turn('and now?')).reply).toBe('A strict provider accepted the history.');
  });
});

describe('T12 T13 what a command says in a whole turn', () => {
  test('reaches the model with exit code, both streams, the tail, and an id for the rest', async () => {
    const command = 'seq 1 40000; echo broken >&2; exit 3';
    const bed = await createRuntimeBed({
      script: ({ messages }, call) => {
        if (call === 0) return calls('exec', { command });
        const [, id = ''] = /artifact:? ?(art_\w+)/.exec(JSON.stringify(messages)) ?? [];
        const path = `artifact:${id}`;
        const lines = { startLine: 20_000, endLine: 20_010 };
        return call === 1 ? calls('read_file', { path, ...lines }) : says('It failed.');
      },
    });

    await bed.turn('go', { assumeYes: true });

    const [shown = '', more] = bed.toolTexts();
    expect(shown).toMatch(/Exit code 3/);
    expect(shown).toContain('broken');
    expect(shown).toContain('\n40000\n');
    expect(shown).not.toContain('\n20000\n');
    expect(shown.length).toBeLessThan(20_000);
    expect(more).toContain('\n20000\n');
  });
});

describe('T14 T15 files in a whole turn', () => {
  test('are created once, edited on what was read, and not on what changed since', async () => {
    const path = 'note.txt';
    const bed = await createRuntimeBed({
      script: [
        calls('write_file', { path, content: 'one\ntwo\n', mode: 'create' }),
        calls('write_file', { path, content: 'three', mode: 'create' }),
        calls('edit_file', { path, oldText: 'two', newText: 'zwei' }),
        calls('read_file', { path }),
        says('done'),
      ],
    });

    await bed.turn('go');
    writeFileSync(join(bed.workspace, path), 'somebody else was here: zwei\n');
    await bed.start([calls('edit_file', { path, oldText: 'zwei', newText: 'two' }), says('done')]);
    await bed.turn('again');

    const texts = bed.toolTexts();
    expect(texts[0]).toMatch(/note\.txt/);
    expect(texts[1]).toMatch(/exists/);
    expect(texts[3]).toContain('zwei');
    expect(texts[4]).toMatch(/changed/);
    expect(bed.read(path)).toBe('somebody else was here: zwei\n');
  });
});

describe('T17 a catastrophic pattern in one session', () => {
  test('holds up no other', async () => {
    const search = calls('search_files', { query: '(a+)+$', regex: true });
    const bed = await createRuntimeBed({
      // Where ripgrep is found, no pattern is catastrophic.
      variables: { PATH: '' },
      script: ({ messages }) => {
        const last = messages.at(-1);
        const asked = JSON.stringify(last?.role === 'user' ? last.content : '');
        return asked.includes('search') ? search : says('answered');
      },
    });
    writeFileSync(join(bed.workspace, 'a.txt'), `${'a'.repeat(30)}!\n`.repeat(50));

    const searching = await bed.send('search', { chatId: 'slow' });
    await bed.sees((event) => event.type === 'tool-start');
    for (const text of ['one', 'two', 'three']) await bed.turn(text, { chatId: 'quick' });
    const ended = bed.events.filter(({ type }) => type === 'tool-end');
    await bed.submit('/stop', { chatId: 'slow' });
    const { end } = await bed.endOf(searching);

    expect(ended).toEqual([]);
    expect(end).toMatchObject({ outcome: 'stopped', modelCalls: 1 });
  });
});
