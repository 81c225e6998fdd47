import { describe, expect, test } from 'vitest';
import type { GateAnswer } from '../../approvals/approval-gate.ts';
import type { Approval } from '../../protocol/approval.ts';
import { countedExec, countedTool } from '../../testing/counted-tool.ts';
import { pipelineBed } from '../../testing/pipeline-bed.ts';
import { scriptedGate } from '../../testing/scripted-gate.ts';
import type { Caller } from '../pipeline-contract.ts';
import type { Tool } from '../tool.ts';

const NOTE = { path: 'a.md' };
const MORE = ['fs.write', 'message.send'] as const;

const APPROVAL: Approval = {
  id: 'apr_1',
  binding: 'b',
  turnId: 'turn_1',
  stepName: 'tool_0_0',
  sessionKey: 'cli:main',
  principal: 'cli:1000',
  tool: 'save_note',
  risk: 'write',
  summary: '',
  reason: '',
  patternKey: 'none',
  state: 'pending',
  requestedAt: 0,
  expiresAt: 1,
};

describe('A2 A4 A9 what the gate answers', () => {
  test('a pending question parks the turn, and nothing is recorded', async () => {
    const { tool, runs } = countedTool();
    const gate = scriptedGate({ state: 'pending', approval: APPROVAL });
    const { propose, recorder } = pipelineBed({ tools: [tool], gate });

    const result = await propose('save_note', NOTE);

    expect(result).toEqual({ state: 'needs_approval', approval: APPROVAL });
    expect([runs, recorder.startedCalls, recorder.reports]).toEqual([[], [], []]);
  });

  test.each<[GateAnswer, string, string]>([
    [
      {
        state: 'denied',
        approval: { ...APPROVAL, state: 'denied', comment: 'use the other file' },
      },
      'approval_denied',
      'They said: "use the other file". Do not',
    ],
    [
      { state: 'expired', approval: { ...APPROVAL, state: 'expired' } },
      'approval_expired',
      'in time',
    ],
    [
      { state: 'unavailable', why: 'it runs a command' },
      'approval_required',
      'Do not call it again',
    ],
  ])('%j ends the call as %s', async (answer, outcome, text) => {
    const { tool, runs } = countedTool();
    const { call } = pipelineBed({ tools: [tool], gate: scriptedGate(answer) });

    const report = await call('save_note', NOTE);

    expect(report.outcome).toBe(outcome);
    expect(report.text).toContain(text);
    expect(report.sideEffect).toBe(false);
    expect(runs).toEqual([]);
  });

  test('an approved call runs, knows what was approved, and carries the id', async () => {
    const { tool, runs } = countedExec();
    const approval = { ...APPROVAL, state: 'used' as const };
    const gate = scriptedGate({ state: 'approved', approval });
    const { call, recorder } = pipelineBed({ tools: [tool], gate });

    const report = await call('exec', { command: 'rm -rf build' });

    expect(report).toMatchObject({ outcome: 'ok', approvalId: 'apr_1' });
    expect(recorder.startedCalls[0]?.approvalId).toBe('apr_1');
    expect([...(runs[0]?.context.approvedActions ?? [])]).toEqual([
      'recursive_delete',
      'file_delete',
    ]);
  });

  test('the yes is bound to arguments, policy, principal and session', async () => {
    const bindingOf = async (input: unknown, policyVersion = '1', caller = {}) => {
      const gate = scriptedGate();
      const { call } = pipelineBed({
        tools: [countedTool().tool],
        gate,
        policyVersion,
      });
      await call('save_note', input, { caller });
      return gate.asked[0]?.binding;
    };

    const bindings = await Promise.all([
      bindingOf(NOTE),
      bindingOf({ ...NOTE, text: 'x' }),
      bindingOf(NOTE, '2'),
      bindingOf(NOTE, '1', { principal: 'chat:2' }),
      bindingOf(NOTE, '1', { sessionKey: 'cli:other' }),
    ]);

    expect(new Set(bindings).size).toBe(bindings.length);
    expect(await bindingOf(NOTE)).toBe(bindings[0]);
  });

  test('the person sees what hides in the call, and no secret', async () => {
    const gate = scriptedGate();
    const { tool } = countedTool({
      summarize: () => 'run \u202egnp.exe with --password hunter2\nand more',
    });
    const { call, recorder } = pipelineBed({ tools: [tool], gate });

    await call('save_note', NOTE);

    expect(gate.asked[0]?.summary).toBe('run ‹U+202E›gnp.exe with --password ***\nand more');
    expect(recorder.startedCalls[0]?.summary).not.toContain('\n');
  });

  test('what a wider yes would cover is named for a command', async () => {
    const gate = scriptedGate();
    const { call } = pipelineBed({ tools: [countedExec().tool], gate });

    await call('exec', { command: 'npm test' });

    expect(gate.asked[0]).toMatchObject({
      pattern: 'exec: npm test',
      place: expect.stringMatching(/^[0-9a-f]+$/),
      risk: 'exec',
      undoable: false,
    });
  });
});

describe('what undo can take back', () => {
  test.each<[string, Partial<Tool>, Partial<Caller>, boolean]>([
    ['a tool that promises it', { undoable: true }, {}, true],
    ['a tool that promises nothing', {}, {}, false],
    ['a tool that can do more than write files', { undoable: true, capabilities: MORE }, {}, false],
    ['a tool that declares nothing', { undoable: true, capabilities: [] }, {}, false],
    ['a call outside of any conversation', { undoable: true }, { canUndo: false }, false],
  ])('is known of %s', async (_, changes, ...[caller, undoable]) => {
    const gate = scriptedGate();
    const { call } = pipelineBed({ tools: [countedTool(changes).tool], gate });

    await call('save_note', NOTE, { caller });

    expect(gate.asked[0]?.undoable).toBe(undoable);
  });
});
