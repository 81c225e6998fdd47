import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { countedExec, countedTool } from '../testing/counted-tool.ts';
import { fakeRecorder } from '../testing/fake-recorder.ts';
import { pipelineBed } from '../testing/pipeline-bed.ts';
import type { StartedCall } from './pipeline-contract.ts';
import type { Tool } from './tool.ts';

const NOTE = { path: 'a.md' };

describe('T3 a name that no tool answers to', () => {
  test('is refused with the nearest name and the usable ones', async () => {
    const { tool } = countedTool();
    const { tool: hidden } = countedExec();
    const { call } = pipelineBed({ tools: [tool, hidden], policy: { deny: ['exec'] } });

    const report = await call('save_notes', NOTE);

    expect(report.outcome).toBe('not_visible');
    expect(report.text).toContain('Did you mean save_note?');
    expect(report.text).toContain('Usable tools: save_note.');
  });

  test('is named alike by the engine and by its report', async () => {
    const { call, pipeline } = pipelineBed({ tools: [countedTool().tool] });

    const report = await call('nothing', '{ "a": 1 }');

    expect(report.callKey).toBe(pipeline.callKey('nothing', '{"a":1}'));
  });
});

describe('the key of a call', () => {
  const input = z.strictObject({ path: z.string(), tags: z.array(z.string()).default([]) });

  test.each([
    ['plain', '{ "tags": ["a"], "path": "x" }'],
    ['with a list sent as a text', JSON.stringify({ path: 'x', tags: '["a"]' })],
    ['sent as a text', JSON.stringify('{"path":"x","tags":["a"]}')],
  ])('is the one that the engine looks for, however the arguments came: %s', async (_, text) => {
    const { tool } = countedTool({ input });
    const { call, pipeline } = pipelineBed({ tools: [tool] });

    const report = await call('save_note', text);

    expect(report.outcome).toBe('ok');
    expect(report.callKey).toBe(pipeline.callKey('save_note', text));
    expect(report.callKey).toBe(pipeline.callKey('save_note', '{"path":"x","tags":["a"]}'));
  });

  test('is that of the arguments also when nobody gets to read them', async () => {
    const { tool } = countedTool({ input });
    const { call, pipeline } = pipelineBed({ tools: [tool], policy: { deny: ['save_note'] } });

    const report = await call('save_note', '{ "path": "x" }');

    expect(report).toMatchObject({
      outcome: 'not_visible',
      callKey: pipeline.callKey('save_note', '{"path":"x"}'),
    });
  });
});

describe('T4 an alias', () => {
  test('is the tool itself, for policy, records and keys', async () => {
    const { tool } = countedExec();
    const { call, recorder, records, pipeline } = pipelineBed({ tools: [tool] });

    const report = await call('bash', { command: 'npm test' });

    expect([report.tool, recorder.startedCalls[0]?.tool, records[0]?.tool]).toEqual([
      'exec',
      'exec',
      'exec',
    ]);
    expect(report.callKey).toBe(pipeline.callKey('exec', '{"command":"npm test"}'));
  });

  test('does not lead around a denial', async () => {
    const { tool, runs } = countedExec();
    const { call } = pipelineBed({ tools: [tool], policy: { deny: ['exec'] } });

    const report = await call('bash', { command: 'ls' });

    expect(report.outcome).toBe('not_visible');
    expect(runs).toEqual([]);
  });
});

describe('T22 a worker', () => {
  test('is refused every other tool, by alias too, and the attempt is audited', async () => {
    const { tool, runs } = countedExec();
    const { call, records } = pipelineBed({ tools: [tool, countedTool().tool] });

    const report = await call(
      'bash',
      { command: 'ls' },
      {
        caller: { allowedTools: new Set(['save_note']) },
      },
    );

    expect(report.outcome).toBe('denied');
    expect(report.text).toContain('It may use: save_note.');
    expect(records[0]?.decision?.patternKey).toBe('worker_escape');
    expect(runs).toEqual([]);
  });

  test.each([
    ['is held to its tools', new Set(['save_note']), new Set(['save_note'])],
    ['is free where nobody holds it', undefined, undefined],
  ])('tells the tool that it %s', async (_, allowedTools, told) => {
    const { tool, runs } = countedTool();
    const { call } = pipelineBed({ tools: [tool] });

    await call('save_note', NOTE, { caller: allowedTools === undefined ? {} : { allowedTools } });

    expect(runs[0]?.context.allowedTools).toEqual(told);
  });

  test('is shown its own tools only', async () => {
    const bed = pipelineBed({ tools: [countedExec().tool, countedTool().tool] });
    const { pipeline } = bed;
    const caller = { ...bed.caller, allowedTools: new Set(['bash']) };

    const shown = await pipeline.definitions(caller);

    expect(shown.map(({ name }) => name)).toEqual(['exec']);
    expect(await pipeline.views(caller)).toContainEqual({
      name: 'save_note',
      visible: false,
      rule: 'the worker may not use it',
      ready: true,
    });
  });
});

describe('T21 no network', () => {
  test.each([
    ['declares the network', ['network.outbound']],
    ['calls other servers', ['mcp.call']],
    ['declares nothing', []],
  ] as const)('a tool that %s is denied by its key', async (_, capabilities) => {
    const { tool, runs } = countedTool({ capabilities });
    const { call } = pipelineBed({ tools: [tool], policy: { networkPolicy: 'deny' } });

    const report = await call('save_note', NOTE);

    expect(report).toMatchObject({
      outcome: 'denied',
      decision: { action: 'deny', patternKey: 'network_denied' },
    });
    expect(runs).toEqual([]);
  });
});

describe('T19 a tool that is not ready', () => {
  test.each<[string, Tool['readiness']]>([
    ['says why', async () => ({ ready: false, reason: 'no key for the search' })],
    ['breaks when asked', () => Promise.reject(new Error('no key for the search'))],
  ])('is not shown and does not run when it %s', async (_, readiness) => {
    const { tool, runs } = countedTool(readiness === undefined ? {} : { readiness });
    const { call, pipeline, caller } = pipelineBed({ tools: [tool] });

    const report = await call('save_note', NOTE);

    expect(report.outcome).toBe('not_ready');
    expect(report.text).toContain('no key for the search');
    expect(runs).toEqual([]);
    expect(await pipeline.definitions(caller)).toEqual([]);
  });
});

describe('T23 a tool with a question', () => {
  const asking = () =>
    countedTool({
      question: () => ({ question: 'Which one?', timeoutMs: 1_000 }),
      idempotency: 'pure',
      capabilities: ['message.ask'],
    });

  test('parks the turn, then runs with the answer', async () => {
    const { tool, runs } = asking();
    const { propose, call } = pipelineBed({ tools: [tool] });

    const first = await propose('save_note', NOTE);
    const clarification = { by: 'person', answer: 'the second' } as const;
    await call('save_note', NOTE, { proposal: { clarification } });

    expect(first).toMatchObject({ state: 'needs_answer', question: { question: 'Which one?' } });
    expect(runs.map(({ context }) => context.clarification)).toEqual([clarification]);
  });
});

describe('what is written down', () => {
  test('the start of a side effect is on disk before it begins, its outcome after it', async () => {
    const order: string[] = [];
    const { tool } = countedTool({
      execute: async () => {
        order.push('effect');
        return { success: true, output: '' };
      },
    });
    const recorder = {
      ...fakeRecorder(),
      async started() {
        await new Promise((resolve) => setTimeout(resolve, 5));
        order.push('started');
      },
      async finished() {
        order.push('finished');
      },
    };
    const { call } = pipelineBed({ tools: [tool], recorder });

    await call('save_note', NOTE);

    expect(order).toEqual(['started', 'effect', 'finished']);
  });

  test('a journal that refuses the start lets nothing run', async () => {
    const { tool, runs } = countedTool();
    const recorder = {
      ...fakeRecorder(),
      started: (_: StartedCall) => Promise.reject(new Error('stale_lease')),
    };
    const { propose } = pipelineBed({ tools: [tool], recorder });

    await expect(propose('save_note', NOTE)).rejects.toThrow('stale_lease');
    expect(runs).toEqual([]);
  });

  test('the audit hears of an effect that the journal cannot take any more', async () => {
    const { tool } = countedTool();
    const recorder = {
      ...fakeRecorder(),
      finished: () => Promise.reject(new Error('stale_lease')),
    };
    const { propose, records } = pipelineBed({ tools: [tool], recorder });

    await expect(propose('save_note', NOTE)).rejects.toThrow('stale_lease');
    expect(records).toMatchObject([{ outcome: 'ok', sideEffect: true }]);
  });

  test('the audit hears of an effect whose output cannot be kept', async () => {
    const { tool } = countedTool({
      execute: async () => ({ success: true, output: 'x'.repeat(50_000) }),
    });
    const recorder = { ...fakeRecorder(), keepArtifact: () => Promise.reject(new Error('full')) };
    const { propose, records } = pipelineBed({ tools: [tool], recorder });

    await expect(propose('save_note', NOTE)).rejects.toThrow('full');
    expect(records).toMatchObject([{ outcome: 'ok', sideEffect: true }]);
  });

  test('T11 arguments are written with secrets masked and long texts cut', async () => {
    const { tool } = countedTool({
      input: z.strictObject({ token: z.string(), text: z.string() }),
    });
    const { call, recorder } = pipelineBed({ tools: [tool] });

    await call('save_note', { token: 'abc', text: 'y'.repeat(100_000) });

    const written = JSON.stringify(recorder.startedCalls[0]?.maskedArguments);
    expect(written).toContain('"token":"***"');
    expect(written.length).toBeLessThan(3_000);
  });

  test('a call stopped before it began is cancelled and did nothing', async () => {
    const { tool, runs } = countedTool();
    const { call } = pipelineBed({ tools: [tool] });

    const report = await call('save_note', NOTE, { signal: AbortSignal.abort() });

    expect(report).toMatchObject({ outcome: 'cancelled', sideEffect: false, attempts: 0 });
    expect(runs).toEqual([]);
  });
});
