import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AgentError } from '../base/errors.ts';
import {
  assertUsableWorkspace,
  createWorkspaceFiles,
  type WorkspaceFiles,
} from './workspace-files.ts';

const LIMIT = 1_000_000;

let root = '';
let workspace = '';
let files: WorkspaceFiles;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'echo-files-')));
  workspace = join(root, 'work');
  mkdirSync(join(workspace, 'src'), { recursive: true });
  mkdirSync(join(root, 'home/.ssh'), { recursive: true });
  mkdirSync(join(root, 'data'));
  writeFileSync(join(root, 'secret.txt'), 'outside');
  writeFileSync(join(root, 'home/.ssh/id_rsa'), 'key');
  writeFileSync(join(root, 'data/state.db'), 'state');
  writeFileSync(join(workspace, 'a.txt'), 'inside');
  files = openWorkspace();
});

afterEach(() => rmSync(root, { recursive: true }));

function openWorkspace(at = workspace): WorkspaceFiles {
  const protectedPaths = [join(root, 'data'), join(workspace, 'echo-agent.yaml')];
  return createWorkspaceFiles({ workspace: at, protectedPaths, home: join(root, 'home') });
}

function options(token = 'k1') {
  return { token, signal: new AbortController().signal };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (thrown: unknown) => (thrown instanceof AgentError ? thrown.code : `bare ${thrown}`),
  );
}

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

describe('T14 writing', () => {
  test('makes missing folders, and a new file that others may read', async () => {
    const place = await files.locate('docs/新建/a.md');

    await files.replace(place, Buffer.from('text'), options());

    expect(readFileSync(join(workspace, 'docs/新建/a.md'), 'utf8')).toBe('text');
    expect(statSync(place.path).mode & 0o777 & ~process.umask()).toBe(0o644 & ~process.umask());
    expect(readdirSync(join(workspace, 'docs/新建'))).toEqual(['a.md']);
  });

  test('keeps the permissions of a file and the link that leads to it', async () => {
    chmodSync(join(workspace, 'a.txt'), 0o750);
    symlinkSync('../a.txt', join(workspace, 'src/link'));

    await files.replace(await files.locate('src/link'), Buffer.from('new'), options());

    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('new');
    expect(statSync(join(workspace, 'a.txt')).mode & 0o777).toBe(0o750);
    expect(lstatSync(join(workspace, 'src/link')).isSymbolicLink()).toBe(true);
  });

  test('does not write over what has changed or come up since it was looked at', async () => {
    const changed = await files.locate('a.txt');
    const taken = await files.locate('new.txt');
    writeFileSync(join(workspace, 'a.txt'), 'someone else');
    writeFileSync(join(workspace, 'new.txt'), 'someone else');

    expect(await codeOf(files.replace(changed, Buffer.from('x'), options()))).toBe('conflict');
    expect(await codeOf(files.replace(taken, Buffer.from('x'), options()))).toBe('conflict');
    expect(readFileSync(join(workspace, 'new.txt'), 'utf8')).toBe('someone else');
    expect(readdirSync(workspace).sort()).toEqual(['a.txt', 'new.txt', 'src']);
  });

  test('does not write through or split a hard link', async () => {
    linkSync(join(root, 'secret.txt'), join(workspace, 'twin'));

    const code = await codeOf(
      files.replace(await files.locate('twin'), Buffer.from('x'), options()),
    );

    expect(code).toBe('forbidden');
    expect(readFileSync(join(root, 'secret.txt'), 'utf8')).toBe('outside');
  });

  test('changes nothing once it was cancelled', async () => {
    const signal = AbortSignal.abort();

    await codeOf(
      files.replace(await files.locate('a.txt'), Buffer.from('x'), { token: 'k', signal }),
    );

    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('inside');
    expect(readdirSync(workspace).sort()).toEqual(['a.txt', 'src']);
  });

  test('goes on where a killed try left its temporary file', async () => {
    writeFileSync(join(workspace, '.echo-agent-k1.tmp'), 'hal');

    await files.replace(await files.locate('a.txt'), Buffer.from('whole'), options());

    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('whole');
    expect(existsSync(join(workspace, '.echo-agent-k1.tmp'))).toBe(false);
  });

  test('is not led astray by a link laid where its temporary file goes', async () => {
    symlinkSync(join(root, 'secret.txt'), join(workspace, '.echo-agent-k1.tmp'));

    await files.replace(await files.locate('a.txt'), Buffer.from('new'), options());

    expect(readFileSync(join(root, 'secret.txt'), 'utf8')).toBe('outside');
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('new');
  });

  test('refuses a folder, a path through a file, and a place outside', async () => {
    const overFolder = files.replace(await files.locate('src'), Buffer.from('x'), options());

    expect(await codeOf(overFolder)).toBe('invalid_input');
    expect(await codeOf(files.locate('a.txt/b'))).toBe('invalid_input');
    expect(await codeOf(files.locate('../new.txt'))).toBe('forbidden');
  });

  test('removes a file only while it is the one that was looked at', async () => {
    const place = await files.locate('a.txt');
    const changed = await files.locate('a.txt');
    await files.remove(place);
    writeFileSync(join(workspace, 'a.txt'), 'again');

    expect(await codeOf(files.remove(changed))).toBe('conflict');
    expect(existsSync(join(workspace, 'a.txt'))).toBe(true);
  });
});

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
