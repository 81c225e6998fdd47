import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { tooOld } from './too-old.ts';

const home = mkdtempSync(join(tmpdir(), 'echo-main-'));
const main = new URL('./main.ts', import.meta.url).pathname;

afterAll(() => rmSync(home, { recursive: true }));

function start(args: readonly string[], flags: readonly string[] = []) {
  const env = { HOME: home, LANG: 'C.UTF-8' };
  const command = [...flags, main, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: home,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('the process', () => {
  test('prints the version of the package and loads nothing for it', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    // Nothing but this one file may be found, so whatever else is loaded fails.
    const onlyMain = `data:text/javascript,import { registerHooks } from 'node:module';
      registerHooks({ resolve(name, context, next) {
        if (name.startsWith('./') || name === 'commander') throw new Error(name);
        return next(name, context);
      } });`;

    const seen = start(['--version'], ['--import', onlyMain]);

    expect(seen).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('prints help without making a file', () => {
    const { status, stdout, stderr } = start(['--help']);

    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('echo-agent');
    expect(readdirSync(home)).toEqual([]);
  });

  test('ends with the exit code of the command, and with one sentence', () => {
    const { status, stdout, stderr } = start(['-c', 'gone.yaml', 'status']);

    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('gone.yaml');
  });
});

test('a Node that is too old is told in one sentence', () => {
  expect(tooOld('v20.20.2')).toMatch(/22\.19.*v20\.20\.2/);
});
