import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../bed.ts';
import type { Row } from '../row.ts';

const REPEATS = 15;
const CLI = join(import.meta.dirname, '../../../dist/cli/main.js');
const IDLE_MS = 4_000;

/** The built command line as a process of its own; `npm run build` comes first. */
export const processes: Row = {
  name: 'processes',
  async measure() {
    const home = await mkdtemp(join(tmpdir(), 'echo-bench-'));
    try {
      const bare = median(times(() => run(home, ['-e', '0'])));
      const version = median(times(() => run(home, [CLI, '--version'])));
      const turn = median(times(() => run(home, [CLI, 'run', 'hi'])).slice(0, 5));
      return [
        { name: '--version over node -e 0', value: version / bare, unit: 'x', asked: '<= 2.5' },
        { name: 'cold start to the reply of "hi"', value: turn / 1_000, unit: 's', asked: '< 1' },
        { name: 'idle RSS', value: await idleMegabytes(home), unit: 'MB', asked: '<= 120' },
      ];
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  },
};

function times(once: () => void): number[] {
  return Array.from({ length: REPEATS }, () => {
    const startedAt = performance.now();
    once();
    return performance.now() - startedAt;
  });
}

function run(home: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, options(home));
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
}

function options(home: string) {
  return { cwd: home, env: { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8' } };
}

/** A chat that waits for its person. */
async function idleMegabytes(home: string): Promise<number> {
  const child = spawn(process.execPath, [CLI], {
    ...options(home),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  try {
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  } finally {
    child.stdin.end();
    await new Promise((resolve) => child.once('exit', resolve));
  }
}
