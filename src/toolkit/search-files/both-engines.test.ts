import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { env } from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { createRandom, type Random } from '../../testing/random.ts';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../testing/temporary-workspace.ts';
import { encodeText } from '../shared/text-encoding.ts';
import { createSearchFiles } from './index.ts';
import { findRipgrep } from './ripgrep.ts';

/** Set where every test has to run, as on the build machine: there ripgrep must not be missing. */
const { PATH = '', ECHO_AGENT_TEST_ALL } = env;
const isInstalled = PATH.split(delimiter).some((folder) => existsSync(join(folder, 'rg')));

let workspace: TemporaryWorkspace;

beforeEach(() => {
  workspace = createTemporaryWorkspace();
});

afterEach(() => workspace.remove());

const NAMES = [
  'a.ts',
  'b.md',
  'c.log',
  '.hidden',
  'd e.txt',
  '中文.md',
  'x[1].ts',
  'Z',
  'node_modules',
  'out',
  'src',
  'src2',
  '.git',
];
const WORDS = [
  'needle',
  'Needle',
  'NEEDLES',
  'f(x',
  'foo',
  'bar1',
  '知识库',
  'é',
  'É',
  '',
  ' ',
  '\t',
  '.*',
  'a-c',
  'ſ',
  'K',
];
const ENDS = ['\n', '\n', '\n', '\r\n', '\n\n'];
const RULES = [
  '*.log',
  'out/',
  '/src2',
  '!c.log',
  '# no rule',
  'b.*',
  'src/*.ts',
  '**/Z',
  'x\\[1\\].ts',
  '',
];

function text(random: Random): string {
  const lines = Array.from({ length: random.below(8) }, () => {
    const words = Array.from({ length: random.below(5) }, () => random.pick(WORDS));
    return words.join(random.pick([' ', '', '_'])) + random.pick(ENDS);
  });
  return lines.join('') + random.pick(['', random.pick(WORDS)]);
}

function content(random: Random): string | Uint8Array {
  const plain = text(random);
  switch (random.below(12)) {
    case 0:
      return Buffer.concat([Buffer.from(plain), Buffer.from([0, 1, 2]), Buffer.from(plain)]);
    case 1:
      return `\ufeff${plain}`;
    case 2:
      return encodeText(plain, { encoding: 'utf-16le', hasMark: true }) ?? plain;
    case 3:
      return `${'y'.repeat(3_000)}needle${'y'.repeat(3_000)}\n${plain}`;
    default:
      return plain;
  }
}

function plant(random: Random): void {
  for (let file = 0; file < 12; file += 1) {
    const folders = Array.from({ length: random.below(3) }, () => random.pick(FOLDERS));
    workspace.write([...folders, random.pick(FILES)].join('/'), content(random));
  }
  for (const folder of ['', 'src/']) {
    if (random.below(2) === 0) continue;
    const rules = Array.from({ length: 1 + random.below(4) }, () => random.pick(RULES));
    workspace.write(`${folder}.gitignore`, `${rules.join('\n')}\n`);
  }
}

const FOLDERS = NAMES.filter((name) => /^(node_modules|out|src2?|\.git)$/.test(name));
const FILES = NAMES.filter((name) => !FOLDERS.includes(name));

const QUERIES: readonly Record<string, unknown>[] = [
  ...['needle', 'f(x', '知识', 'é', '.*', ' ', 'K'].flatMap((query) => [
    { query },
    { query, ignoreCase: true },
  ]),
  ...[
    'ne+dle',
    '^needle',
    'dle$',
    '\\bfoo\\b',
    'foo|bar\\d',
    '[a-z]{3,}S?',
    '.+知',
    '^\\s*$',
    'n(e)(?:e)d',
    '\\w+_\\w+',
    '^$',
    '[^ -~]',
    '\\.\\*',
    'a\\-c',
    '(?=needle)',
    '(n)e\\1',
  ].flatMap((query) => [
    { query, regex: true },
    { query, regex: true, ignoreCase: true },
  ]),
];
const GLOBS = [
  '',
  '',
  '*.ts',
  'src/**',
  '*.{md,txt}',
  '!*.md',
  '!src',
  'x[[]1].ts',
  '.hidden',
  'Z',
];
const PATHS = ['.', '.', 'src', 'a.ts'];

async function search(input: Record<string, unknown>, searchPath: string): Promise<unknown> {
  const tool = createSearchFiles(workspace.open, {
    clock: systemClock,
    searchPath,
    timeoutMs: 20_000,
  });
  const result = await tool.execute(tool.input.parse(input), workspace.context());
  if (!result.success) return result.error;
  return result.output.replace(/ \(\d+ files? searched\)/, '').split('\n');
}

describe('T17 search_files with ripgrep and without', () => {
  test.runIf(ECHO_AGENT_TEST_ALL !== undefined)('has ripgrep to be compared with', () => {
    expect(isInstalled).toBe(true);
  });

  test.skipIf(!isInstalled).each([1, 3, 4, 6])(
    'finds the same lines in the same order, seed %i',
    async (seed) => {
      const random = createRandom(seed);
      plant(random);
      const { bounds } = workspace.open();
      const program = await findRipgrep(PATH, await bounds());

      for (let round = 0; round < 15; round += 1) {
        const glob = random.pick(GLOBS);
        const path = random.pick(PATHS);
        const exists = existsSync(join(workspace.path, path));
        const query = random.pick(QUERIES);
        const input = { ...query, path: exists ? path : '.', ...(glob !== '' && { glob }) };

        const [theirs, ours] = [await search(input, PATH), await search(input, '')];

        expect([input, theirs]).toEqual([input, ours]);
      }
      expect(program).toBeDefined();
    },
    60_000,
  );
});
