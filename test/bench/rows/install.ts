import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../row.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** `npm ci` of a checkout, and what a user's `node_modules` weighs. */
export const install: Row = {
  name: 'install',
  slow: true,
  async measure() {
    const folder = await mkdtemp(join(tmpdir(), 'echo-bench-'));
    try {
      for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
        await cp(join(ROOT, file), join(folder, file));
      }
      const user = npm(folder, ['ci', '--omit=dev']);
      const du = spawnSync('du', ['-sm', join(folder, 'node_modules')], { encoding: 'utf8' });
      const developer = npm(folder, ['ci']);
      return [
        { name: 'npm ci', value: developer, unit: 's', asked: '<= 60' },
        { name: 'npm ci --omit=dev', value: user, unit: 's', asked: '' },
        {
          name: "a user's node_modules",
          value: Number.parseInt(du.stdout, 10),
          unit: 'MB',
          asked: '<= 150',
        },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

function npm(cwd: string, args: readonly string[]): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed: ${stderr}`);
  return (performance.now() - startedAt) / 1_000;
}
