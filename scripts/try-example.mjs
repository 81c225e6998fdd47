// Builds, tests and uses examples/custom-tool as its author would: outside of this repository, with the packed package.
//   node scripts/try-example.mjs echo-agent-0.1.0.tgz
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

const NAME = 'echo-agent-example-glossary';
const TOOL = 'look_up_term';
const LONGEST_STEP_MS = 300_000;

const tarball = resolve(process.argv[2] ?? fail('Name the packed package.'));
const source = join(import.meta.dirname, '../examples/custom-tool');
const root = mkdtempSync(join(tmpdir(), 'example-'));
const folder = join(root, 'example');
const home = join(root, 'home');
/** What npm is told by its surroundings, such as a registry, counts here as well. */
const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };

process.on('exit', () => rmSync(root, { recursive: true, force: true }));

prepare();
run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', tarball]);
if (existsSync(join(folder, 'node_modules/vitest'))) fail('The example should need no vitest.');
run('npm', ['run', 'build']);
run('npm', ['test']);
useIt('by its path', join(folder, 'echo-agent.yaml'));
useIt('by its package', configOfPackage());
console.log(`The example works with ${basename(tarball)}.`);

function prepare() {
  mkdirSync(home);
  cpSync(source, folder, {
    recursive: true,
    filter: (path) => !/(^|\/)(node_modules|dist)$/.test(path.slice(source.length)),
  });
}

/** The same configuration in another folder, beside which the example is installed. */
function configOfPackage() {
  const config = join(root, 'echo-agent.yaml');
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(folder, join(root, 'node_modules', NAME));
  const text = readFileSync(join(folder, 'echo-agent.yaml'), 'utf8');
  writeFileSync(config, text.replace('./dist/index.js', NAME));
  return config;
}

/** @param {string} how @param {string} config */
function useIt(how, config) {
  const agent = join(folder, 'node_modules/.bin/echo-agent');
  const own = { PATH: env.PATH, HOME: home, LANG: 'C.UTF-8' };
  const listed = run(agent, ['--config', config, 'tools', 'list', '--json'], own);
  const called = run(
    agent,
    ['--config', config, 'tools', 'call', TOOL, '--json', '{"term":"slo"}'],
    own,
  );
  /** @type {{ name: string, visible: boolean, ready: boolean }[]} */
  const tools = listed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const tool = tools.find(({ name }) => name === TOOL);
  if (!(tool?.visible && tool.ready)) fail(`${TOOL} is not listed ${how}.`);
  if (!called.includes('service level objective')) fail(`${TOOL} gave no answer ${how}: ${called}`);
  console.log(`${TOOL} is listed and answers, loaded ${how}.`);
}

/** @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [variables] */
function run(command, args, variables = env) {
  const { status, stdout } = spawnSync(command, args, {
    cwd: folder,
    env: variables,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LONGEST_STEP_MS,
  });
  if (status !== 0) fail(`${basename(command)} ${args.join(' ')} failed:\n${stdout}`);
  return stdout;
}

/** @param {string} why @returns {never} */
function fail(why) {
  console.error(why);
  process.exit(1);
}
