import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { journalToSpans } from '../../src/diagnosis/journal-to-spans.ts';
import { readTrace } from '../../src/diagnosis/read-trace.ts';
import { delegates, playing } from '../../src/testing/agents-at-work.ts';
import { calls, hangs, says } from '../../src/testing/scripted-router.ts';
import { attach, createRuntimeBed, type RuntimeBed, until } from './runtime-bed.ts';

const SECRET = 'sk-proj-abcdefghijklmnopqrstuvwx';

async function auditOf(bed: RuntimeBed, kind: string): Promise<Record<string, unknown>[]> {
  await bed.close();
  const lines = readFileSync(join(bed.settings.dataDir, 'audit.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line)).filter((record) => record.kind === kind);
}

describe('T24 a whole turn with a worker that may only read', () => {
  const script = playing({
    'the job': [
      delegates({ task: `look with ${SECRET}`, context: 'It is in a.txt', tools: ['read_file'] }),
      says('It says hello.'),
    ],
    'look with': [
      calls('read_file', { path: 'a.txt' }),
      calls('write_file', { path: 'b.txt', content: 'no' }),
      says('Status: partly done. Result: hello.'),
    ],
  });

  test('reads, cannot write, and is in the audit once, without secrets', async () => {
    const bed = await createRuntimeBed({ script });
    writeFileSync(join(bed.workspace, 'a.txt'), 'hello');

    const { reply } = await bed.turn('the job');

    const said = bed.toolTexts().join();
    const escapes = await auditOf(bed, 'worker-escape');
    const workers = await auditOf(bed, 'delegation');
    expect(reply).toBe('It says hello.');
    expect(said).toMatch(/status: done\nmodelCalls: 3, toolCalls: 2,.*Result: hello/s);
    expect(bed.exists('b.txt')).toBe(false);
    expect(escapes).toHaveLength(1);
    expect(workers).toMatchObject([
      {
        outcome: 'done',
        sessionKey: expect.stringMatching(/^agent:1-/),
        details: { depth: 1, modelCalls: 3, toolCalls: 2, background: false },
      },
    ]);
    expect(JSON.stringify(workers)).toContain('look with');
    expect(JSON.stringify(workers)).not.toContain(SECRET);
  });

  test('has a trace of its own, that the trace of its giver names', async () => {
    const bed = await createRuntimeBed({ script });
    const { end } = await bed.turn('the job');
    const { storage } = bed.runtime();
    const moment = { now: Date.now(), runtimeAlive: true };

    const own = await readTrace(storage, end.traceId);
    const span = journalToSpans(own ?? missing(), moment).find(({ kind }) => kind === 'delegate');
    const theirs = await readTrace(storage, span?.name ?? '');

    const [root] = journalToSpans(theirs ?? missing(), moment);
    expect(span).toMatchObject({ parentId: 'tool_0_0', outcome: 'done' });
    expect(root?.attributes).toMatchObject({ parentTrace: end.traceId });
  });

  test('writes where its giver may, and /undo takes that back', async () => {
    const bed = await createRuntimeBed({
      script: playing({
        'the job': [delegates({ task: 'write it' }), says('It is written.')],
        'write it': [calls('write_file', { path: 'b.txt', content: 'new' }), says('Done.')],
      }),
    });
    await bed.turn('the job');
    const written = bed.read('b.txt');

    await bed.submit('/undo');

    expect(written).toBe('new');
    expect(bed.exists('b.txt')).toBe(false);
  });
});

describe('T25 a whole runtime with a task in the background', () => {
  test('goes on with it after its end, and delivers the result once', async () => {
    const bed = await createRuntimeBed({
      script: playing({
        'the job': [calls('spawn_task', { task: 'dig', title: 'The hole' }), says('Under way.')],
        dig: [hangs()],
      }),
    });
    await bed.turn('the job');
    await until(() => bed.requests().length === 3);

    await bed.start(playing({ dig: [says('Ten metres.')], 'and now': [says('I know of it.')] }));

    const { replies } = await attach(bed);
    await until(() => replies.length === 2);
    await bed.turn('and now');
    const asked = JSON.stringify(bed.requests().at(-1)?.messages);
    expect(replies.map(({ text }) => text)).toEqual([
      'Under way.',
      'The task in the background "The hole" is done.\n\nTen metres.',
    ]);
    expect(asked.match(/Note of the runtime/g)).toHaveLength(1);
    expect(await auditOf(bed, 'delegation')).toMatchObject([
      { outcome: 'done', details: { background: true, summary: 'The hole' } },
    ]);
  });

  test('is not offered where workers are switched off', async () => {
    const bed = await createRuntimeBed({
      script: [says('Hello.')],
      set: ['agent.delegation.maxDepth=0'],
    });

    await bed.turn('hi');

    const views = await bed.runtime().client.tools();
    const shown = bed.requests()[0]?.tools.map(({ name }) => name);
    expect(shown).not.toContain('spawn_task');
    expect(shown).not.toContain('delegate_task');
    expect(views.find(({ name }) => name === 'delegate_task')).toMatchObject({ ready: false });
  });
});

describe('a direct call of delegate_task', () => {
  test('is refused: there is no conversation that could get the result', async () => {
    const bed = await createRuntimeBed();
    const { client } = bed.runtime();

    const report = await client.callTool({
      name: 'delegate_task',
      argumentsText: '{"task":"dig"}',
      assumeYes: true,
    });

    expect(report).toMatchObject({ outcome: 'error' });
    expect(report.text).toContain('Only in a conversation');
  });
});

function missing(): never {
  throw new Error('There is no such trace.');
}
