import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A small program in git with a mistake in it, a test that finds the mistake, and the log of a build that failed. */
export interface BrokenRepository {
  read(path: string): string;
  /** Runs its tests as a person would; resolves to the exit code. */
  test(): number | null;
  /** The files that differ from the commit. */
  changes(): string[];
}

const FILES = {
  'package.json':
    '{ "name": "shop", "private": true, "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/price.js': `/** What a customer pays, in cents. */
export function priceOf(items, { member = false } = {}) {
  const total = items.reduce((sum, { cents, count }) => sum + cents * count, 0);
  return member ? total * MEMBER_DISCOUNT : total;
}

const MEMBER_DISCOUNT = 0.1;
`,
  'test/price.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceOf } from '../src/price.js';

const items = [{ cents: 1000, count: 2 }];

test('a guest pays the whole price', () => assert.equal(priceOf(items), 2000));
test('a member pays ten per cent less', () => assert.equal(priceOf(items, { member: true }), 1800));
`,
  'build.log': `$ npm test
ok 1 - a guest pays the whole price
not ok 2 - a member pays ten per cent less
  error: 200 !== 1800
BUILD FAILED: look for MEMBER_DISCOUNT
`,
};

export const FIXED_LINE = 'return member ? total * (1 - MEMBER_DISCOUNT) : total;';

export function createBrokenRepository(folder: string): BrokenRepository {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const git = (...args: readonly string[]) =>
    execFileSync(
      'git',
      ['-C', folder, '-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args],
      {
        encoding: 'utf8',
        env: {
          PATH: process.env['PATH'],
          GIT_CONFIG_GLOBAL: '/dev/null',
          GIT_CONFIG_NOSYSTEM: '1',
        },
      },
    );
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'A shop');

  return {
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    test: () => spawnSync(process.execPath, ['--test'], { cwd: folder, env: {} }).status,
    changes: () =>
      git('status', '--porcelain')
        .split('\n')
        .filter((line) => line !== ''),
  };
}
