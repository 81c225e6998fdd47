import { describe, expect, test } from 'vitest';
import type { ToolStepResult } from '../protocol/journal.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import { isRepeatedCall, isStuck, REPEATED_CALL } from './loop-detector.ts';

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
    const [read, test] = [call(READ, 'x'), call(TEST, 'red')];
    const steps = [test, read, test, read, read];

    expect(isRepeatedCall(READ, steps)).toBe(true);
  });

  test('takes editing and testing again for no loop', () => {
    const round = [call(TEST, 'red'), call(EDIT, 'edited')];

    expect(isRepeatedCall(TEST, [...round, ...round, ...round, ...round])).toBe(false);
  });

  test('is not reset by the refusal of the call', () => {
    const three = [call(READ, 'x'), call(READ, 'x'), call(READ, 'x')];
    const refusal = call(READ, 'Not run.', { metadata: { patternKey: REPEATED_CALL } });

    expect(isRepeatedCall(READ, [...three, refusal])).toBe(true);
    expect(isRepeatedCall(READ, [...three, refusal, refusal])).toBe(true);
  });

  test('takes mending by ever new commands for work, and two commands in turn for a loop', () => {
    const mend = (n: number) => call(`exec {"command":"sed -i ${n}"}`, '', { risk: 'exec' });
    const red = call(TEST, 'red');

    expect(isRepeatedCall(TEST, [red, mend(1), red, mend(2), red, mend(3), red, mend(4)])).toBe(
      false,
    );
    expect(isRepeatedCall(TEST, [mend(1), red, mend(1), red, mend(1), red, mend(1)])).toBe(true);
  });

  test('takes a command that only reads, or that failed, for no change', () => {
    const red = call(TEST, 'red');
    const ls = (n: number) => call(`exec {"command":"ls ${n}"}`, '', { sideEffect: false });
    const fails = {
      ...call('exec {"command":"make"}', 'no'),
      message: { ...failed('error').message },
    };

    expect(isRepeatedCall(TEST, [red, ls(1), red, ls(2), red, fails])).toBe(true);
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

describe('T18 isStuck', () => {
  test('withholds tools after three failures in a row', () => {
    const steps = [failed('error'), failed('invalid_arguments'), failed('denied')];

    expect(isStuck(steps)).toBe(true);
  });

  test('withholds tools after the second refusal of a repeated call, whatever came between', () => {
    const refusal = call(READ, 'Not run.', { metadata: { patternKey: REPEATED_CALL } });

    expect(isStuck([refusal, call(TEST, 'red')])).toBe(false);
    expect(isStuck([refusal, call(TEST, 'red'), refusal, call(TEST, 'green')])).toBe(true);
  });

  test('starts to count anew after a success', () => {
    const steps = [failed('error'), failed('error'), call(READ, 'x'), failed('error')];

    expect(isStuck(steps)).toBe(false);
  });

  test('takes a command that merely exits non-zero for no failure', () => {
    const exits = [1, 2, 3].map(() => failed('error', { commandFailed: true }));

    expect(isStuck(exits)).toBe(false);
  });
});
