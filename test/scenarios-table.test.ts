import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { words } from './surface/lines.ts';
import { testNamesOf } from './surface/test-names.ts';

/** What has to be proven by now. */
const PROMISED = words(`
  T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20 T21 T22 T23 T24 T25
  S11 X5
  L1 L2 L3 L4 L5 L7 L9 L10 L11 L12 L13 L14 L16 L18
  R1 R2 R3 R4 R5 R6 R7 R8
  F1 F2 F3 F5 F6
  US1 US2 US3 US4 US5 US6 US7 US8 US9 US10 US11 US13 US16 US17
  UT13 UT19
  UC2 UC5 UC11
  UO1 UO3 UO7 UO9 UO10 UO12
  V8 V10 V11 V12 V13 V14 V15 V18 V20 V25 V29 V30 V38
  P1 P2 P3 P4
`);

/** Code and files of each row. */
const rows = readFileSync('docs/design/scenarios.md', 'utf8')
  .split('\n')
  .map((line) => /^\| ([A-Z]+\d+) \|/.exec(line))
  .filter((match) => match !== null)
  .map(({ 1: code = '', input }) => ({
    code,
    files: [...input.matchAll(/`([^`]+\.ts)`/g)].map(([, file = '']) => file),
  }));

describe('the table of scenarios', () => {
  test('has a row for each promised one, and only one', () => {
    expect(rows.map(({ code }) => code)).toEqual(PROMISED);
  });

  test.each(rows)('$code names tests that exist and carry its code', ({ code, files }) => {
    const silent = files.filter(
      (file) => !existsSync(file) || !testNamesOf(file).some((name) => carries(name, code)),
    );

    expect(files).not.toEqual([]);
    expect(silent).toEqual([]);
  });
});

function carries(name: string, code: string): boolean {
  return name.split(/[^A-Z0-9]+/).includes(code);
}
