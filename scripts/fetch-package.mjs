import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { runChild } from './run-child.mjs';
import { NoNodeError, sentence } from './sentences.mjs';

const STALE_AFTER_MS = 3_600_000;

const NPM_FLAGS = [
  '--ignore-scripts',
  '--no-save',
  '--no-audit',
  '--no-fund',
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=3000',
];

/**
 * @typedef {object} Wanted
 * @property {string} name
 * @property {string} version
 * @property {string} integrity
 * @property {string} tools the folder whose `node_modules` gets the package
 * @property {string} binary the program inside the package
 * @property {() => boolean} isHere whether `tools` holds this version
 */

/**
 * Installs a package aside and moves it into place whole. Where two fetch at once, the first one stays.
 * @param {Wanted} wanted
 * @throws {NoNodeError}
 */
export async function fetchPackage(wanted) {
  const { tools, version } = wanted;
  if (process.stderr.isTTY) process.stderr.write(`${sentence('fetching', { version })}\n`);
  const aside = join(tools, `.fetch-${process.pid}-${Date.now()}`);
  try {
    removeLeftovers(tools);
    fs.mkdirSync(aside, { recursive: true });
    await install(wanted, aside);
    prove(wanted, aside);
    moveIntoPlace(wanted, aside);
  } catch (error) {
    if (error instanceof NoNodeError) throw error;
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new NoNodeError('cannotFetch', { version, reason: code ?? message });
  } finally {
    fs.rmSync(aside, { recursive: true, force: true });
  }
}

/** A fetch that was killed leaves its folder behind. @param {string} tools */
function removeLeftovers(tools) {
  if (!fs.existsSync(tools)) return;
  for (const name of fs.readdirSync(tools).filter((entry) => entry.startsWith('.fetch-'))) {
    const startedAt = Number(name.split('-').at(-1));
    if (Date.now() - startedAt > STALE_AFTER_MS) {
      fs.rmSync(join(tools, name), { recursive: true, force: true });
    }
  }
}

/** @param {Wanted} wanted @param {string} aside */
async function install({ tools, name, version }, aside) {
  const log = join(aside, 'npm.log');
  const output = fs.openSync(log, 'w');
  const ended = await runChild(
    'npm',
    // Relative, so that no path with a blank meets the shell that npm needs on Windows.
    ['install', ...NPM_FLAGS, '--prefix', basename(aside), `${name}@${version}`],
    { cwd: tools, stdio: ['ignore', output, output], shell: process.platform === 'win32' },
  ).finally(() => fs.closeSync(output));

  const said = /^npm (?:error|ERR!) code (\S+)/m.exec(fs.readFileSync(log, 'utf8'));
  const reason = said?.[1] ?? `npm: ${ended.signal ?? ended.code}`;
  if (ended.received !== null)
    throw new NoNodeError('cannotFetch', { version, reason }, ended.received);
  if (ended.code !== 0) throw new NoNodeError('cannotFetch', { version, reason });
}

/** Only the package we know, and only if it runs here. @param {Wanted} wanted @param {string} aside */
function prove({ name, version, integrity, binary }, aside) {
  const lock = JSON.parse(fs.readFileSync(join(aside, 'node_modules/.package-lock.json'), 'utf8'));
  if (lock.packages[`node_modules/${name}`]?.integrity !== integrity) {
    throw new NoNodeError('notGenuine', { version });
  }
  const { stdout } = spawnSync(join(aside, 'node_modules', name, binary), ['-v']);
  if (stdout?.toString().trim() !== `v${version}`) throw new NoNodeError('doesNotRun', { version });
}

/** @param {Wanted} wanted @param {string} aside */
function moveIntoPlace({ tools, name, isHere }, aside) {
  const home = join(tools, 'node_modules', name);
  fs.mkdirSync(join(tools, 'node_modules'), { recursive: true });
  try {
    fs.renameSync(join(aside, 'node_modules', name), home);
  } catch (error) {
    if (isHere()) return;
    if (!fs.existsSync(home)) throw error;
    fs.renameSync(home, join(aside, 'outdated'));
    fs.renameSync(join(aside, 'node_modules', name), home);
  }
}
