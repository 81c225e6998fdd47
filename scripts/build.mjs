// Builds dist from src: JavaScript and declarations by the compiler, data files copied beside them.
// With --publint the shape of the package is checked as well.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));

/** @param {string} tool @param {readonly string[]} args */
function run(tool, args) {
  const { status } = spawnSync(process.execPath, [`node_modules/${tool}`, ...args], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

/** @param {string} path below src */
function isData(path) {
  return path.endsWith('.json') || (path.endsWith('.md') && basename(path) !== 'README.md');
}

rmSync('dist', { recursive: true, force: true });
run('typescript7/bin/tsc', ['-p', 'tsconfig.build.json']);
for (const path of readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(isData)) {
  mkdirSync(dirname(join('dist', path)), { recursive: true });
  copyFileSync(join('src', path), join('dist', path));
}
chmodSync('dist/cli/main.js', 0o755);
if (process.argv.includes('--publint')) run('publint/src/cli.js', ['--strict']);
