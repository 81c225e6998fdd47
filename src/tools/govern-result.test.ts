import { describe, expect, test } from 'vitest';
import { untrustedOrigin } from '../protocol/origin.ts';
import { countedExec, countedTool } from '../testing/counted-tool.ts';
import { pipelineBed } from '../testing/pipeline-bed.ts';
import type { Tool, ToolResult } from './tool.ts';

const NOTE = { path: 'a.md' };

describe('T13 what the model reads', () => {
  const returning = (
    output: string,
    changes: Partial<Tool> = {},
    result: Partial<ToolResult> = {},
  ) =>
    pipelineBed({
      tools: [
        countedTool({
          execute: async () => ({ success: true, output, ...result }) as ToolResult,
          ...changes,
        }).tool,
      ],
    });

  test('a long output is cut in the middle, counted, and kept whole under an id', async () => {
    const output = `head ${'x'.repeat(200_000)} tail`;
    const { call, recorder } = returning(output);

    const { text, artifactId } = await call('save_note', NOTE);

    expect(text.length).toBeLessThan(16_200);
    expect(text.startsWith('head ')).toBe(true);
    expect(text.endsWith(' tail')).toBe(true);
    expect(text).toContain(`artifact ${artifactId}`);
    const left = Number(/(\d+) characters left out/.exec(text)?.[1]);
    expect(left).toBe(output.length - 16_000);
    expect(recorder.memory.artifacts.get(artifactId ?? '')).toBe(output);
  });

  test('a tool that shortened its text itself hands over the whole', async () => {
    const { call, recorder } = returning('short', {}, { full: 'the whole' });

    const { text, artifactId } = await call('save_note', NOTE);

    expect(text).toContain('short');
    expect(recorder.memory.artifacts.get(artifactId ?? '')).toBe('the whole');
  });

  test('colours, controls and halves of characters are taken out', async () => {
    const { call } = returning('\u001b[31mred\u001b[0m\u0000 a\r\nb\tc \ud800');

    const { text } = await call('save_note', NOTE);

    expect(text).toBe('red a\nb\tc \ufffd');
  });

  test.each<[string, Partial<Tool>, string, string]>([
    ['a workspace tool', { capabilities: ['fs.read'] }, 'workspace', 'trusted'],
    [
      'a tool that reaches out',
      { capabilities: ['network.outbound'] },
      'tool:save_note',
      'untrusted',
    ],
    ['a tool that declares nothing', { capabilities: [] }, 'tool:save_note', 'untrusted'],
  ])('the text of %s carries where it is from', async (_, ...[changes, source, trust]) => {
    const { call } = returning('x', changes);

    const report = await call('save_note', NOTE);

    expect(report.origin).toMatchObject({ source, trust });
  });

  test('a command without network speaks for the owner, one with it does not', async () => {
    const { call } = pipelineBed({ tools: [countedExec().tool] });

    const local = await call('exec', { command: 'npm test' });
    const remote = await call(
      'exec',
      { command: 'curl https://x.example' },
      {
        proposal: { callId: 'tool_0_1' },
      },
    );

    expect([local.origin.trust, remote.origin.trust]).toEqual(['trusted', 'untrusted']);
  });

  test('what a tool says of the origin counts', async () => {
    const { call } = returning('x', {}, { origin: untrustedOrigin('web:example.org') });

    const report = await call('save_note', NOTE);

    expect(report.origin.source).toBe('web:example.org');
  });
});
