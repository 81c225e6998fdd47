import { execFileSync, spawn } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentError } from '../base/errors.ts';
import { codeOf, createFileBed, LIMIT, options } from './files/file-bed.contract.ts';
import { assertUsableWorkspace, type WorkspaceFiles } from './workspace-files.ts';

let root: string;
let workspace: string;
let files: WorkspaceFiles;
let openWorkspace: (at?: string) => WorkspaceFiles;

beforeEach(() => {
  ({ root, workspace, files, open: openWorkspace } = createFileBed());
});

describe('S8 reading', () => {
  test('gives the bytes, the name and the real path of a file', async () => {
    const { bytes, place } = await files.read('./src/../a.txt', LIMIT);

    expect(Buffer.from(bytes).toString()).toBe('inside');
    expect(place).toMatchObject({ name: 'a.txt', path: join(workspace, 'a.txt'), kind: 'file' });
  });

  test('follows a link that stays inside and refuses one that leaves, also in the middle', async () => {
    symlinkSync('../a.txt', join(workspace, 'src/inner'));
    symlinkSync('../secret.txt', join(workspace, 'leaf'));
    symlinkSync('..', join(workspace, 'up'));
    symlinkSync('missing', join(workspace, 'dangling'));

    const inner = await files.read('src/inner', LIMIT);
    const codes = [
      await codeOf(files.read('leaf', LIMIT)),
      await codeOf(files.read('up/secret.txt', LIMIT)),
      await codeOf(files.read('up/not-there', LIMIT)),
      await codeOf(files.read('dangling', LIMIT)),
      await codeOf(files.locate('dangling/deeper')),
    ];

    expect(inner.place.name).toBe('a.txt');
    expect(codes).toEqual(Array(5).fill('forbidden'));
  });

  test('refuses what is outside in the same words whether or not it exists', async () => {
    const messages = await Promise.all(
      ['../secret.txt', '../absent.txt'].map((path) =>
        files.read(path, LIMIT).catch((thrown: Error) => thrown.message.replace(path, 'X')),
      ),
    );

    expect(messages[0]).toBe(messages[1]);
    expect(messages[0]).toMatch(/outside the workspace/);
  });

  test.each(['~/.ssh/id_rsa', '/etc/passwd', '/proc/self/environ', '/dev/zero', 'echo-agent.yaml'])(
    'refuses %s, existing or not',
    async (path) => {
      expect(await codeOf(files.locate(path))).toBe('forbidden');
    },
  );

  test('works in a workspace that is itself reached by a link', async () => {
    symlinkSync(workspace, join(root, 'alias'));
    const aliased = openWorkspace(join(root, 'alias'));

    const { place } = await aliased.read(join(root, 'alias/a.txt'), LIMIT);

    expect(place.path).toBe(join(workspace, 'a.txt'));
    expect(await codeOf(aliased.read(join(root, 'alias/../secret.txt'), LIMIT))).toBe('forbidden');
  });

  test('finds private files behind links of their own', async () => {
    rmSync(join(root, 'home/.ssh'), { recursive: true });
    mkdirSync(join(workspace, 'dotfiles'));
    writeFileSync(join(workspace, 'dotfiles/id_rsa'), 'key');
    symlinkSync(join(workspace, 'dotfiles'), join(root, 'home/.ssh'));

    expect(await codeOf(openWorkspace().read('dotfiles/id_rsa', LIMIT))).toBe('forbidden');
  });

  test('refuses a hard link to a private file and reads one to an ordinary file', async () => {
    linkSync(join(root, 'home/.ssh/id_rsa'), join(workspace, 'notes'));
    linkSync(join(root, 'data/state.db'), join(workspace, 'db'));
    linkSync(join(workspace, 'a.txt'), join(workspace, 'b.txt'));

    expect(await codeOf(files.read('notes', LIMIT))).toBe('forbidden');
    expect(await codeOf(files.read('db', LIMIT))).toBe('forbidden');
    expect(await codeOf(files.read('b.txt', LIMIT))).toBe('none');
  });

  test('refuses pipes and sockets without waiting for them, and folders', async () => {
    execFileSync('/usr/bin/env', ['mkfifo', join(workspace, 'pipe')]);
    const server = createServer().listen(join(workspace, 'socket'));
    await new Promise((resolve) => server.once('listening', resolve));

    const codes = [
      await codeOf(files.read('pipe', LIMIT)),
      await codeOf(files.read('socket', LIMIT)),
      await codeOf(files.read('src', LIMIT)),
    ];
    server.close();

    expect(codes).toEqual(['forbidden', 'forbidden', 'invalid_input']);
  });

  test('says how large a file is that is too large', async () => {
    await expect(files.read('a.txt', 5)).rejects.toMatchObject({
      code: 'invalid_input',
      values: { path: 'a.txt', bytes: 6, limit: 5 },
    });
  });

  test('names what may have been meant when there is no such file', async () => {
    writeFileSync(join(workspace, 'src/main.test.ts'), '');
    writeFileSync(join(workspace, 'src/main.ts'), '');

    const hints = await Promise.all(
      ['src/mian.ts', 'scr/main.ts', 'src/qqqqqqqq'].map((path) =>
        files.read(path, LIMIT).catch((thrown: AgentError) => thrown.details['alternative']),
      ),
    );

    expect(hints).toEqual([
      'Did you mean src/main.ts?',
      'Did you mean src?',
      'list_dir shows what src holds.',
    ]);
  });

  test('never follows a link that is swapped in while it reads', async () => {
    mkdirSync(join(workspace, 'swap'));
    mkdirSync(join(root, 'trap'));
    writeFileSync(join(workspace, 'swap/f'), 'inside');
    writeFileSync(join(root, 'trap/f'), 'outside');
    const paths = [join(workspace, 'swap'), join(root, 'trap')];
    const swapping = spawn(process.execPath, ['-e', SWAP, ...paths]);
    await new Promise((resolve) => setTimeout(resolve, 200));

    const seen = new Set<string>();
    for (let round = 0; round < 300 || (seen.size < 2 && round < 3_000); round += 1) {
      const text = await files.read('swap/f', LIMIT).then(
        ({ bytes }) => Buffer.from(bytes).toString(),
        () => 'refused',
      );
      seen.add(text);
      await files
        .locate('swap/g')
        .then(
          (place) => files.replace(place, Buffer.from('new'), options()),
          () => undefined,
        )
        .catch(() => undefined);
    }
    swapping.kill('SIGKILL');
    await new Promise((resolve) => swapping.once('close', resolve));

    expect(seen.has('outside')).toBe(false);
    expect([...seen].sort()).toEqual(['inside', 'refused']);
    expect(readdirSync(join(root, 'trap'))).toEqual(['f']);
  });
});

/** Puts a link to a folder outside in the place of a folder, and the folder back, as fast as it can. */
const SWAP = `
  const { renameSync, rmSync, symlinkSync, unlinkSync } = require('node:fs');
  const [swap, trap] = process.argv.slice(1);
  const attempt = (work) => { try { work(); return true; } catch { return false; } };
  for (;;) {
    attempt(() => renameSync(swap, swap + '-aside'));
    attempt(() => symlinkSync(trap, swap));
    attempt(() => unlinkSync(swap));
    while (!attempt(() => renameSync(swap + '-aside', swap))) {
      attempt(() => rmSync(swap, { recursive: true, force: true }));
    }
  }
`;

describe('listing', () => {
  test('gives entries up to a bound and says when there are more', async () => {
    writeFileSync(join(workspace, '.hidden'), '');

    const all = await files.list('.', 10);
    const some = await files.list('.', 1);

    expect(all.entries.map(({ name }) => name).sort()).toEqual(['.hidden', 'a.txt', 'src']);
    expect([all.complete, some.complete, some.entries.length]).toEqual([true, false, 1]);
  });

  test('refuses a file, a missing folder and one outside', async () => {
    symlinkSync('..', join(workspace, 'up'));

    expect(await codeOf(files.list('a.txt', 10))).toBe('invalid_input');
    expect(await codeOf(files.list('absent', 10))).toBe('not_found');
    expect(await codeOf(files.list('up', 10))).toBe('forbidden');
  });
});

describe('S8 a workspace in a private place', () => {
  test.each([
    ['the folder of keys', 'home/.ssh'],
    ['a folder below it', 'home/.ssh/workspace'],
    ['the data of the runtime', 'data'],
    ['a folder of that data', 'data/logs'],
    ['a link to the folder of keys', 'link'],
  ])('is refused: %s', async (_what, name) => {
    symlinkSync(join(root, 'home/.ssh'), join(root, 'link'));
    const at = join(root, name);
    const policy = {
      workspace: at,
      protectedPaths: [join(root, 'data')],
      home: join(root, 'home'),
    };

    const asserted = await codeOf(assertUsableWorkspace(policy));
    mkdirSync(at, { recursive: true });
    const read = await codeOf(openWorkspace(at).read('id_rsa', LIMIT));

    expect([asserted, read]).toEqual(['forbidden', 'forbidden']);
  });

  test('is usable as the folder `workspace` of the data, which stays closed around it', async () => {
    const at = join(root, 'data/workspace');
    mkdirSync(at);
    writeFileSync(join(at, 'a.txt'), 'inside');
    const inData = openWorkspace(at);

    const { bytes } = await inData.read('a.txt', LIMIT);

    expect(Buffer.from(bytes).toString()).toBe('inside');
    expect(await codeOf(inData.read('../state.db', LIMIT))).toBe('forbidden');
  });
});
