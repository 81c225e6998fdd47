import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parsePatch } from './parse-patch.ts';
import { patchText } from './patch-text.ts';

/** Numbers below `limit`, the same ones in every run. */
function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const PIECES = ['a', 'b', '', '}', '-- x', '++ y', '@@ z', ' ', 'if (a === b) {', '中文', '\\ no'];

test('T16 what git says of two texts makes the one of the other, byte for byte', () => {
  const folder = mkdtempSync(join(tmpdir(), 'echo-diff-'));
  const next = seeded(11);
  const line = () => PIECES[next(PIECES.length)] ?? '';
  const text = (lines: readonly string[]) => lines.join('\n') + (next(3) > 0 ? '\n' : '');

  for (let round = 0; round < 40; round += 1) {
    const lines = Array.from({ length: 1 + next(20) }, line);
    const before = text(lines);
    const edited = lines.flatMap(
      (each) => [[each], [each], [each], [line(), each], []][next(5)] ?? [],
    );
    const after = text(edited);
    if (before === after || after === '' || before === '') continue;

    const patch = diff({ folder, before, after, context: 1 + next(4) });

    expect([before, patch, apply(before, patch)]).toEqual([before, patch, after]);
  }
  rmSync(folder, { recursive: true });
}, 60_000);

interface Comparison {
  readonly folder: string;
  readonly before: string;
  readonly after: string;
  readonly context: number;
}

/** What `git diff` says. */
function diff({ folder, before, after, context }: Comparison): string {
  writeFileSync(join(folder, 'a'), before);
  writeFileSync(join(folder, 'b'), after);
  try {
    const options = ['diff', '--no-index', `-U${context}`, '--no-color', 'a', 'b'];
    execFileSync('git', options, { cwd: folder, env: { PATH: '/usr/bin:/bin' } });
  } catch (thrown) {
    const { stdout } = thrown as { stdout: Buffer };
    return stdout.toString('utf8').replace(/^diff[\s\S]*?@@/, '--- a/x\n+++ b/x\n@@');
  }
  return '';
}

function apply(before: string, patch: string): string {
  const [file] = parsePatch(patch);
  if (file?.kind !== 'update') return `parsed as ${file?.kind}`;
  const patched = patchText(before, file.hunks);
  return 'problems' in patched ? JSON.stringify(patched.problems) : patched.text;
}
