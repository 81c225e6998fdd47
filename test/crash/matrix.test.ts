import { describe, expect, test } from 'vitest';
import { isBroken, runCrashMatrix } from './matrix.ts';
import { POINTS } from './points.ts';

/** Every labelled point once, a random moment, and three more. */
const ROUNDS = 12;

describe('L3 US1 US2 V10 V14 the crash matrix', () => {
  test('finds every promise kept however the runtime is killed', async () => {
    const report = await runCrashMatrix({ rounds: ROUNDS, seed: 7 });

    const told = report.findings.filter(({ kind }) => kind !== 'unknown');
    expect(told).toEqual([]);
    expect(isBroken(report)).toBe(false);
    expect(report).toMatchObject({ rounds: ROUNDS, acknowledged: ROUNDS * 4, failed: 0 });
    expect(Object.keys(report.deaths)).toEqual(expect.arrayContaining([...POINTS]));
    // A kill between an effect and its record leaves no other honest answer.
    expect(report.unknown).toBeGreaterThan(0);
  }, 180_000);

  test.each(['lost', 'repeated', 'disordered'] as const)('fails when something is %s', (kind) => {
    const counts = { lost: 0, repeated: 0, disordered: 0, [kind]: 1 };
    const whole = { rounds: 1, acknowledged: 1, unknown: 0, failed: 0, deaths: {}, findings: [] };

    expect(isBroken({ ...whole, ...counts })).toBe(true);
  });
});
