import { execFileSync, spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGuard } from '../../security/guard.ts';
import { READERS } from '../../security/shell/reader-table.ts';
import { createWorkspaceFiles } from '../../security/workspace-files.ts';
import { guardLinks } from '../shared/guard-links.ts';

// Commands are made up from what the table knows and from what is known to be dangerous. Those that would run unasked
// do run, in a folder of the test: they must leave every file as it is and show nothing from outside the workspace.

const MARK = 'kept-outside';

let bed: string;
let workspace: string;
let outside: string;

beforeAll(() => {
  bed = realpathSync(mkdtempSync(join(tmpdir(), 'echo-read-only-')));
  workspace = join(bed, 'home/project');
  outside = join(bed, 'outside');
  const write = (name: string, content: string) => writeFileSync(join(bed, name), content);
  for (const folder of ['home/project/d', 'home/project/e', 'home/.ssh', 'outside/sub']) {
    mkdirSync(join(bed, folder), { recursive: true });
  }
  for (const name of ['a.txt', 'b.txt', 'd/a.txt', 'd/b.txt', 'e/a.txt', 'x', '2', 'HEAD']) {
    write(`home/project/${name}`, `x 2 ${name}\nsecond line\n`);
  }
  write('home/project/evil.sh', '#!/bin/sh\ntouch victim\n');
  execFileSync('chmod', ['+x', join(workspace, 'evil.sh')]);
  write('home/project/names', `${outside}/secret\0${outside}/secret\n`);
  for (const name of ['outside/secret', `outside/sub/${MARK}`, 'home/.ssh/id_rsa', 'outside/a.txt'])
    write(name, `x 2 ${MARK}\n`);
  symlinkSync(join(outside, 'secret'), join(workspace, 'link'));
  symlinkSync(outside, join(workspace, 'd/keys'));
  symlinkSync(join(outside, 'secret'), join(workspace, 'e/b.txt'));
  symlinkSync(join(outside, 'sub'), join(workspace, 'up'));
  symlinkSync('.', join(workspace, 'here'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace, stdio: 'ignore' });
  git('init', '-q');
  git('add', 'a.txt', 'b.txt', 'd/a.txt');
  git('-c', 'user.name=x', '-c', 'user.email=x@localhost', 'commit', '-qm', 'x');
});

afterAll(() => rmSync(bed, { recursive: true, force: true }));

describe('a command that runs unasked changes nothing and stays in the workspace', () => {
  test.each([...READERS.keys()].filter((program) => program !== 'sleep'))(
    '%s',
    { timeout: 120_000 },
    async (program) => {
      const commands = await unaskedCommands(program);
      const before = treeOf(bed);

      const shown = [run(commands, {}), run(commands, { POSIXLY_CORRECT: '1' })].join('');

      const harmful = shown.includes(MARK) || treeOf(bed) !== before;
      expect(harmful ? culprits(commands) : []).toEqual([]);
    },
  );
});

test('what people ask every day is among what runs unasked', async () => {
  const unasked = await Promise.all(
    ['ls -la', 'cat a.txt', 'git diff', 'find . -name x', 'grep -rn x .'].map(isUnasked),
  );

  expect(unasked).toEqual([true, true, true, true, true]);
});

/** In a place where a value may stand. */
const VALUES = [
  '',
  '2',
  '-- -o victim',
  '-- -delete',
  '../../outside/secret',
  'link',
  'd/keys/secret',
];

/** What makes one program or another write, run something, follow links or read names from a file. */
const DANGEROUS = [
  ...'-- - -o -i -R -L -f -O -w -r -d -s -e -c -n -C -T -ro -delete -fls -follow --output --set --contents'.split(
    ' ',
  ),
  ...'--output=victim --outp=victim -ovictim --compress-program=./evil.sh --pre=./evil.sh --in-place --textconv'.split(
    ' ',
  ),
  ...'--open-files-in-pager=./evil.sh -O./evil.sh --no-index --ext-diff --files0-from=names --exclude-from=names'.split(
    ' ',
  ),
  ...'-f../../outside/secret -flink --file=link -r=link -rlink --reference=link new -m -D --follow'.split(
    ' ',
  ),
  ...[
    '-o victim',
    '-e ../../outside/secret',
    '-Lo 2 victim',
    '-R x .',
    '-r x .',
    '-rx d',
    '-- -delete',
    '-L . -type f',
    '-exec ./evil.sh ;',
  ],
  ...[
    '-fprint victim',
    "%n' PATH",
    '-v PATH',
    '-s 2',
    '1w victim',
    "-n '1w victim'",
    "'1e ./evil.sh'",
    '-i s/x/y/',
  ],
  ...[
    'b.txt e',
    'd e',
    'd b.txt',
    'a.txt victim',
    '. e',
    '--no-index /dev/null link',
    '/dev/null link',
  ],
];

const PLACES = [
  ...'a.txt link d e up d/keys d/keys/secret d/../link up/../secret here/link ../../outside/secret'.split(
    ' ',
  ),
  ...'../../home/.ssh/id_rsa . .. ~ ~/.ssh/id_rsa * */* */*/secret names HEAD HEAD:link main..HEAD'.split(
    ' ',
  ),
];

async function unaskedCommands(program: string): Promise<readonly string[]> {
  const places = [
    ...PLACES,
    `${outside}/secret`,
    outside,
    `${workspace}/link`,
    `file:${outside}/a.txt`,
  ];
  const free = [...DANGEROUS, ...places];
  const optional = optionsOf(program).flatMap((name) =>
    [...VALUES, `${outside}/secret`].flatMap((value) => [`${name} ${value}`, `${name}${value}`]),
  );
  const args = [
    ...free.flatMap((word) => [word, `${word} a.txt`, `x ${word}`]),
    ...sample(optional, 30).flatMap((word) => [
      `${word} a.txt`,
      `a.txt ${word}`,
      `x a.txt ${word}`,
    ]),
  ];
  const end = program === '[' ? ' ]' : '';
  const unasked: string[] = [];
  for (const text of new Set(args)) {
    const command = `${program} ${text}${end}`;
    if (await isUnasked(command)) unasked.push(command);
  }
  const [suspicious = [], plain = []] = [true, false].map((wanted) =>
    unasked.filter((command) => SUSPICIOUS.test(command) === wanted),
  );
  return [...sample(suspicious, 15), ...sample(plain, 3)];
}

const SUSPICIOUS = /victim|delete|secret|link|keys|evil|names|outside|new| e\b|-[RLOoi]|a\.txt -/;

/** As many of them, evenly spread. */
function sample(texts: readonly string[], most: number): readonly string[] {
  const step = Math.max(1, texts.length / most);
  return texts.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

/** As the table has them, with a sign of equality, and cut short. */
function optionsOf(program: string): readonly string[] {
  const names = [...(READERS.get(program)?.options.keys() ?? [])];
  return names.flatMap((name) =>
    name.startsWith('--') ? [name, `${name}=`, name.slice(0, -2)] : [name],
  );
}

async function isUnasked(command: string): Promise<boolean> {
  const home = join(bed, 'home');
  const guard = createGuard({ home, protectedPaths: [] });
  const { decision } = guard(
    { capabilities: ['process.exec'], input: { command } },
    { workspace, networkPolicy: 'deny' },
  );
  if (decision.patternKey !== 'read_only_command') return false;
  const files = createWorkspaceFiles({ workspace, protectedPaths: [], home });
  return (await guardLinks(files, workspace, { command, cwd: '.' })) === undefined;
}

/** Both streams of all of them, one after the other. */
function run(commands: readonly string[], variables: Readonly<Record<string, string>>): string {
  const script = commands.map((command) => `( ${command} ) < /dev/null\n`).join('');
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], {
    cwd: workspace,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: join(bed, 'home'),
      GIT_OPTIONAL_LOCKS: '0',
      ...variables,
    },
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    timeout: 50_000,
  });
  return stdout + stderr;
}

/** A change that stays is not seen a second time; then all of them are named. */
function culprits(commands: readonly string[]): readonly string[] {
  const found = commands.filter((command) => {
    const before = treeOf(bed);
    const shown = run([command], {}) + run([command], { POSIXLY_CORRECT: '1' });
    return shown.includes(MARK) || treeOf(bed) !== before;
  });
  return found.length === 0 ? commands : found;
}

/** Name, kind, permissions and content of everything below. */
function treeOf(folder: string): string {
  return namesBelow(folder)
    .map((name) => `${name} ${describeFile(join(folder, name))}`)
    .join('\n');
}

/** Without what links lead to: the runtime's own recursive list goes around in a loop of them. */
function namesBelow(folder: string, prefix = ''): string[] {
  const entries = readdirSync(join(folder, prefix), { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const name = join(prefix, entry.name);
      return entry.isDirectory() ? [name, ...namesBelow(folder, name)] : [name];
    })
    .sort();
}

function describeFile(path: string): string {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return readlinkSync(path);
  return `${found.mode} ${found.isFile() ? readFileSync(path, 'latin1') : ''}`;
}
