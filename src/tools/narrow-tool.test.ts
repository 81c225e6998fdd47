import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { countedTool } from '../testing/counted-tool.ts';
import { pipelineBed } from '../testing/pipeline-bed.ts';
import { scriptedGate } from '../testing/scripted-gate.ts';
import type { ToolPart } from './tool.ts';

const READING: ToolPart = {
  capabilities: ['session.read'],
  riskLevel: 'read_only',
  idempotency: 'pure',
};

function bed(narrow: () => ToolPart | undefined) {
  const { tool, runs } = countedTool({
    name: 'things',
    input: z.strictObject({ n: z.int() }),
    capabilities: ['process.manage', 'session.read'],
    riskLevel: 'exec',
    idempotency: 'unsafe',
    narrow,
  });
  const gate = scriptedGate();
  return { runs, gate, ...pipelineBed({ tools: [tool], gate }) };
}

describe('a call that needs less than its tool', () => {
  test('is rated, recorded and repeated by what it needs', async () => {
    const { call, gate, recorder, records } = bed(() => READING);

    const report = await call('things', { n: 1 });

    expect(report).toMatchObject({ outcome: 'ok', sideEffect: false });
    expect(gate.asked.map(({ risk }) => risk)).toEqual(['read_only']);
    expect(recorder.startedCalls.map(({ capabilities }) => capabilities)).toEqual([
      ['session.read'],
    ]);
    expect(records[0]?.capabilities).toEqual(['session.read']);
  });

  test.each<[string, () => ToolPart | undefined]>([
    ['says nothing', () => undefined],
    ['names no capability', () => ({ ...READING, capabilities: [] })],
    ['names one that the tool does not have', () => ({ ...READING, capabilities: ['fs.read'] })],
    [
      'breaks',
      () => {
        throw new Error('broken');
      },
    ],
  ])('counts as the whole tool when it %s', async (_, narrow) => {
    const { call, gate } = bed(narrow);

    const report = await call('things', { n: 1 });

    expect(report.sideEffect).toBe(true);
    expect(gate.asked.map(({ risk }) => risk)).toEqual(['exec']);
  });

  test('is at least as bad as its capabilities, whatever it says', async () => {
    const { call, gate } = bed(() => ({ ...READING, capabilities: ['process.manage'] }));

    await call('things', { n: 1 });

    expect(gate.asked.map(({ risk }) => risk)).toEqual(['exec']);
  });
});
