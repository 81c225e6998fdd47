// Everything that is checked without running the program: types, lint and format, floors, dead code.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));

const CHECKS = {
  types: ['typescript7/bin/tsc'],
  lint: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  floors: [
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config=.dependency-cruiser.mjs',
    ...['src', 'console'].filter(existsSync),
  ],
  'dead code': ['knip/bin/knip.js'],
};

/**
 * @param {string} name
 * @param {readonly string[]} command
 */
function run(name, [tool, ...args]) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [`node_modules/${tool}`, ...args]);
    /** @type {Buffer[]} */
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.once('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
      resolve({ name, passed: code === 0, text: Buffer.concat(output).toString() });
    });
  });
}

const results = await Promise.all(
  Object.entries(CHECKS).map(([name, command]) => run(name, command)),
);
const failed = results.filter(({ passed }) => !passed);
for (const { name, text } of failed) console.error(`\n--- ${name} ---\n${text.trimEnd()}`);
process.exitCode = failed.length === 0 ? 0 : 1;
