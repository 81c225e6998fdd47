import { describe, expect, test } from 'vitest';
import type { ToolStepResult } from '../protocol/journal.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import { isRepeatedCall, keepsFailing } from './loop-detector.ts';

const READ = 'read_file {"path":"a"}';
const TEST = 'exec {"command":"npm test"}';
const EDIT = 'edit_file {"path":"a"}';

function call(callKey: string, text: string, more: Partial<ToolStepResult> = {}): ToolStepResult {
  return {
    message: {
      role: 'tool',
      callId: 'tool_0_0',
      providerCallId: 'x',
      tool: callKey.split(' ')[0] ?? '',
      outcome: 'ok',
      text,
      origin: trustedOrigin('workspace'),
    },
    summary: text,
    attempts: 1,
    durationMs: 1,
    metadata: {},
    callKey,
    sideEffect: callKey !== READ,
    risk: callKey === EDIT ? 'write' : callKey === TEST ? 'exec' : 'read_only',
    ...more,
  };
}

function failed(outcome: ToolStepResult['message']['outcome'], metadata = {}): ToolStepResult {
  const step = call(READ, 'no');
  return { ...step, message: { ...step.message, outcome }, metadata };
}

describe('T18 isRepeatedCall', () => {
  test('stops the fourth of the same call with the same result', () => {
    const three = [call(READ, 'x'), call(READ, 'x'), call(READ, 'x')];

    expect(isRepeatedCall(READ, three)).toBe(true);
    expect(isRepeatedCall(READ, three.slice(1))).toBe(false);
  });

  test('sees through other calls that change nothing', () => {
    const steps = [call(READ, 'x'), call(TEST, 'red'), call(READ, 'x'), call(READ, 'x')];

    expect(isRepeatedCall(READ, steps)).toBe(true);
  });

  test('takes editing and testing again for no loop', () => {
    const round = [call(TEST, 'red'), call(EDIT, 'edited')];

    expect(isRepeatedCall(TEST, [...round, ...round, ...round, ...round])).toBe(false);
  });

  test('takes polling with a changing result for no loop', () => {
    expect(isRepeatedCall(READ, [call(READ, '1'), call(READ, '2'), call(READ, '3')])).toBe(false);
  });

  test('does not let the new id under which each long output is kept hide a loop', () => {
    const runs = ['art_1', 'art_2', 'art_3'].map((artifactId) => {
      const step = call(TEST, `too long; the whole is ${artifactId}`);
      return { ...step, message: { ...step.message, artifactId } };
    });

    expect(isRepeatedCall(TEST, runs)).toBe(true);
  });

  test('does not let a changing duration hide a loop', () => {
    const runs = ['1.2 s', '1.3 s', '900 ms'].map((time) => call(TEST, `exit 1 after ${time}`));

    expect(isRepeatedCall(TEST, runs)).toBe(true);
  });
});

describe('T18 keepsFailing', () => {
  test('withholds tools after three failures in a row', () => {
    const steps = [failed('error'), failed('invalid_arguments'), failed('denied')];

    expect(keepsFailing(steps)).toBe(true);
  });

  test('starts to count anew after a success', () => {
    const steps = [failed('error'), failed('error'), call(READ, 'x'), failed('error')];

    expect(keepsFailing(steps)).toBe(false);
  });

  test('takes a command that merely exits non-zero for no failure', () => {
    const exits = [1, 2, 3].map(() => failed('error', { commandFailed: true }));

    expect(keepsFailing(exits)).toBe(false);
  });
});
