import { describe, expect, test } from 'vitest';
import { countedExec, countedTool } from '../../testing/counted-tool.ts';
import { pipelineBed } from '../../testing/pipeline-bed.ts';
import { scriptedGate } from '../../testing/scripted-gate.ts';
import type { Tool } from '../tool.ts';

const NOTE = { path: 'a.md' };

describe('the guard', () => {
  test('A10 a denial is final and says what to do instead', async () => {
    const { tool, runs } = countedExec();
    const { call, records } = pipelineBed({ tools: [tool] });

    const report = await call('exec', { command: 'rm -rf /' });

    expect(report).toMatchObject({ outcome: 'denied', metadata: { patternKey: 'root_delete' } });
    expect(report.text).toContain('Instead:');
    expect(records).toMatchObject([{ outcome: 'denied', decision: { patternKey: 'root_delete' } }]);
    expect(runs).toEqual([]);
  });

  test('the stricter of the built-in guard and the tool decides', async () => {
    const gate = scriptedGate();
    const { tool } = countedExec({
      guard: async () => ({
        action: 'ask',
        reason: 'own',
        patternKey: 'own_key',
        facts: ['own_fact'],
      }),
    });
    const { call } = pipelineBed({ tools: [tool], gate });

    await call('exec', { command: 'rm a.txt' });
    await call('exec', { command: 'rm -rf build' }, { proposal: { callId: 'tool_0_1' } });

    expect(
      gate.asked.map(({ decision, pattern }) => [decision.patternKey, decision.facts, pattern]),
    ).toEqual([
      ['own_key', ['file_delete', 'own_fact'], undefined],
      ['recursive_delete', ['file_delete', 'own_fact'], undefined],
    ]);
  });

  test.each<[string, Tool['guard']]>([
    ['throws', () => Promise.reject(new Error('broken'))],
    ['returns nonsense', async () => ({ action: 'maybe' }) as never],
  ])('a tool whose own guard %s is asked about', async (_, guard) => {
    const gate = scriptedGate();
    const { tool } = countedTool(guard === undefined ? {} : { guard });
    const { call } = pipelineBed({ tools: [tool], gate });

    await call('save_note', NOTE);

    expect(gate.asked).toMatchObject([
      { risk: 'exec', decision: { action: 'ask', patternKey: 'guard_failed' } },
    ]);
  });

  test('what the decision quotes holds no secret, and a command with one cannot be remembered', async () => {
    const gate = scriptedGate();
    const { call, recorder } = pipelineBed({ tools: [countedExec().tool], gate });

    await call('exec', { command: 'npm publish --token hidden-1' });

    expect(JSON.stringify([gate.asked, recorder.startedCalls])).not.toContain('hidden-1');
    expect(gate.asked[0]?.pattern).toBeUndefined();
  });

  test('what a tool asks about cannot be remembered, although the built-in guard allows it', async () => {
    const gate = scriptedGate();
    const { tool } = countedExec({
      guard: async () => ({ action: 'ask', reason: 'own', patternKey: 'own_key', facts: [] }),
    });
    const { call } = pipelineBed({ tools: [tool], gate });

    await call('exec', { command: 'npm test' });

    expect(gate.asked[0]?.pattern).toBeUndefined();
  });
});
