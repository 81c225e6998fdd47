import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '../../storage/index.ts';
import { append, session } from '../../storage/samples.contract.ts';
import type { Storage } from '../../storage/storage.ts';
import { type CliHome, createCliHome } from '../../testing/cli-home.ts';
import { createScriptedClient } from '../../testing/scripted-client.ts';

let home: CliHome;

beforeEach(() => {
  home = createCliHome();
});

afterEach(() => home.remove());

function open(): Promise<Storage> {
  return openStorage('sqlite', { dataDir: home.dataDir, durability: 'full', now: () => 1 });
}

/** A command line whose runtime only holds the storage. */
function stage(storage: Storage) {
  const { client } = createScriptedClient({ overrides: { backup: storage.backup } });
  return home.stage({ app: { openClient: async () => client } });
}

describe('F6 backup and restore', () => {
  test('bring back what was there, and keep what was there since', async () => {
    const storage = await open();
    await storage.commit([
      { op: 'put-session', session: session('cli:main') },
      append('cli:main', 't1', 'first'),
    ]);
    const { run, notes, output } = stage(storage);

    const backedUp = await run('backup', 'copy.db');
    await storage.commit([append('cli:main', 't2', 'second')]);
    await storage.close();
    const restored = await run('restore', 'copy.db', '--yes');

    await run('sessions', 'show', 'main');
    expect([backedUp, restored]).toEqual([0, 0]);
    expect(notes()).toContain(
      `Backed up 1 conversations with 1 messages to ${join(home.cwd, 'copy.db')}`,
    );
    expect(notes()).toContain('Restored 1 conversations with 1 messages.');
    expect(notes()).toContain('What was there before is kept in');
    expect(output()).toContain('first');
    expect(output()).not.toContain('second');
  });

  test('restore refuses while a runtime holds the data folder', async () => {
    const storage = await open();
    const { run, notes } = stage(storage);
    await run('backup', 'copy.db');

    const code = await run('restore', 'copy.db', '--yes');
    await storage.close();

    expect(code).toBe(1);
    expect(notes()).toMatch(/Another Echo Agent|使用/);
  });

  test('restore asks first, and does nothing where nobody can be asked', async () => {
    const { run, notes } = home.stage();

    const code = await run('restore', 'copy.db');

    expect(code).toBe(3);
    expect(notes()).toContain('add `--yes`');
    expect(home.list(home.home)).toEqual(['project']);
  });

  test('restore of a file that is missing or no backup is one plain sentence', async () => {
    home.write(join(home.cwd, 'text.db'), 'no database');
    const { run, notes } = home.stage();

    const codes = [
      await run('restore', 'gone.db', '--yes'),
      await run('restore', 'text.db', '--yes'),
    ];

    expect(codes).toEqual([1, 2]);
    expect(notes().trim().split('\n')).toHaveLength(2);
  });
});

describe('status', () => {
  test('says that nothing runs, and what goes on at the next start', async () => {
    const storage = await open();
    await storage.close();
    const { run, output } = home.stage();

    const code = await run('status', '--json');

    expect(code).toBe(0);
    expect(JSON.parse(output())).toMatchObject({
      running: false,
      dataDir: home.dataDir,
      queuedMessages: 0,
      openTurns: 0,
    });
  });

  test('UO11 asks the running runtime and starts none', async () => {
    const { client } = createScriptedClient();
    const { run, output } = home.stage({
      app: {
        connect: async () => client,
        openClient: () => Promise.reject(new TypeError('Nothing is to be started.')),
      },
    });

    const code = await run('status');

    expect(code).toBe(0);
    expect(output()).toContain('Echo Agent 9.9.9 is running (process 4242');
    expect(output()).toMatch(/^model +test\/model — route chat$/m);
  });

  test('names the plug-ins that are loaded, and what was kept out of them', async () => {
    const { client } = createScriptedClient();
    const plugins = {
      loaded: ['/opt/good.mjs'],
      problems: ['Plug-in bad was kept out: it failed.'],
    };
    const status = async () => ({ ...(await client.status()), plugins });
    const { run, output } = home.stage({ app: { connect: async () => ({ ...client, status }) } });

    await run('status');

    expect(output()).toMatch(/^plug-ins +\/opt\/good\.mjs$/m);
    expect(output()).toMatch(/^! Plug-in bad was kept out: it failed\.$/m);
  });

  test('T19 names the tools that are wanted and lack something, and those that were kept out', async () => {
    const { client } = createScriptedClient();
    const lacks = (name: string, wanted: boolean) => ({ name, reason: 'no docker.', wanted });
    const tools = {
      ready: 7,
      hidden: 0,
      unknownNames: [],
      notReady: [lacks('exec', true), lacks('web_search', false)],
      rejected: [{ name: 'broken', reason: 'parameters: must be an object' }],
    };
    const status = async () => ({ ...(await client.status()), tools });
    const { run, output } = home.stage({ app: { connect: async () => ({ ...client, status }) } });

    await run('status');

    expect(output()).toMatch(/^tools +7 can be used$/m);
    expect(
      output()
        .split('\n')
        .filter((line) => line.startsWith('!')),
    ).toEqual([
      '! exec cannot be used: no docker.',
      '! broken was kept out: parameters: must be an object',
    ]);
  });
});
