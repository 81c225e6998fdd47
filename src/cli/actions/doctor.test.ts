import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RuntimeFacts } from '../../app/runtime-facts.ts';
import { systemClock } from '../../base/clock.ts';
import { openAudit } from '../../observability/open-audit.ts';
import { createRedactor } from '../../security/redactor.ts';
import { openStorage } from '../../storage/index.ts';
import { outbound } from '../../storage/samples.contract.ts';
import { type CliHome, createCliHome } from '../../testing/cli-home.ts';
import { createScriptedClient } from '../../testing/scripted-client.ts';

let home: CliHome;

beforeEach(() => {
  home = createCliHome();
});

afterEach(() => home.remove());

const FACTS: RuntimeFacts = {
  executor: { name: 'local', ready: true },
  model: 'test/model',
  modelReason: 'Using test/model, as configured.',
  modelReady: true,
  plugins: { loaded: [], problems: [] },
};

function stage(facts: Partial<RuntimeFacts> = {}, app = {}) {
  const asked: unknown[] = [];
  const staged = home.stage({
    app: {
      async runtimeFacts(_settings, options) {
        asked.push(options);
        return { ...FACTS, ...facts };
      },
      ...app,
    },
  });
  return { asked, ...staged };
}

async function makeDatabase(): Promise<void> {
  const storage = await openStorage('sqlite', {
    dataDir: home.dataDir,
    durability: 'full',
    now: () => 1,
  });
  await storage.commit([
    { op: 'enqueue-delivery', event: outbound('o1') },
    { op: 'settle-delivery', id: 'o1', state: 'unknown', at: 2 },
  ]);
  await storage.close();
}

describe('doctor', () => {
  test('says which plug-ins can be loaded, and ends as failed when one was kept out', async () => {
    const plugins = { loaded: ['good'], problems: ['Plug-in bad was kept out: it failed.'] };
    const { run, output } = stage({ plugins });

    const code = await run('doctor');

    expect(code).toBe(1);
    expect(output()).toContain('Plug-in good can be loaded');
    expect(output()).toContain('✗ Plug-in bad was kept out: it failed.');
  });

  test('finds nothing wrong on a fresh machine, and says what is open', async () => {
    const { run, output } = stage();

    const code = await run('doctor');

    expect(code).toBe(0);
    expect(output()).not.toContain('✗');
    expect(output()).toContain('! Commands run without a sandbox');
    expect(output()).toContain('✓ Tools cannot reach the network');
    expect(output()).toContain('✓ Using test/model, as configured.');
  });

  test('asks the model only when told to go online', async () => {
    const offline = stage();
    const online = stage({ reachable: { ok: false, reason: 'refused the key' } });

    const codes = [await offline.run('doctor'), await online.run('doctor', '--online')];

    expect(codes).toEqual([0, 1]);
    expect(offline.asked).toEqual([{ online: false, language: 'en' }]);
    expect(online.asked).toEqual([{ online: true, language: 'en' }]);
    expect(online.output()).toContain('✗ test/model cannot be reached: refused the key.');
  });

  test('finds data that others can use, and says how to close it', async () => {
    await makeDatabase();
    const database = home.list(home.dataDir).find((name) => name.endsWith('.db')) ?? '';
    chmodSync(home.dataDir, 0o755);
    chmodSync(join(home.dataDir, database), 0o644);
    const { run, output } = stage();

    const code = await run('doctor');

    expect(code).toBe(1);
    expect(output()).toContain(`\`chmod 700 ${home.dataDir}\``);
    expect(output()).toContain(`\`chmod 600 ${join(home.dataDir, database)}\``);
  });

  test('F2 finds a key that others can read, and leaves the workspace to its owner', async () => {
    home.write(join(home.dataDir, 'keys', 'openai.key'), 'sk-1', 0o644);
    home.write(join(home.dataDir, 'workspace', 'notes.txt'), 'mine', 0o644);
    const { run, output } = stage();

    const code = await run('doctor', '--workspace', join(home.dataDir, 'workspace'));

    expect(code).toBe(1);
    expect(output()).toContain(`\`chmod 600 ${join(home.dataDir, 'keys', 'openai.key')}\``);
    expect(output()).not.toContain('notes.txt');
  });

  test('F2 finds a secret in a file that others can read', async () => {
    home.write(home.file, 'providers:\n  openai:\n    apiKey: sk-very-secret\n');
    chmodSync(home.file, 0o644);
    const { run, output } = stage();

    const code = await run('doctor');

    expect(code).toBe(1);
    expect(output()).toMatch(/^✗ .*echo-agent\.yaml/m);
    expect(output()).not.toContain('very-secret');
  });

  test('tells every problem of the configuration and looks no further', async () => {
    home.write(home.file, 'log:\n  level: loud\n');
    const { run, output, asked } = stage();

    const code = await run('doctor');

    expect([code, asked]).toEqual([1, []]);
    expect(output()).toContain('✗');
  });

  test('names replies of which nobody knows whether they arrived', async () => {
    await makeDatabase();
    const { run, output } = stage();

    await run('doctor');

    expect(output()).toContain('! For 1 replies nobody can say whether they arrived');
  });

  test('finds an audit that was changed, and one that was set aside', async () => {
    const changed = join(home.dataDir, 'audit.jsonl');
    home.write(changed, '{"seq":7}\n', 0o600);
    home.write(`${changed}.damaged-1`, 'x', 0o600);
    const { run, output } = stage();

    const code = await run('doctor');

    expect(code).toBe(1);
    expect(output()).toContain(`✗ The audit ${changed} is not what was written: from line 1 on`);
    expect(output()).toContain(`! A damaged audit was set aside as ${changed}.damaged-1`);
  });

  test('finds the audit whole that it wrote itself', async () => {
    const audit = await openAudit({
      path: join(home.dataDir, 'audit.jsonl'),
      clock: systemClock,
      redactor: createRedactor({ secrets: [] }),
      onFailure: () => undefined,
    });
    audit.append({ kind: 'policy-change', principal: 'cli:1', outcome: 'ok' });
    await audit.close();
    const { run, output } = stage();

    await run('doctor');

    expect(output()).toContain('✓ The audit is whole: 1 records');
  });

  test('finds a database that is none', async () => {
    home.write(join(home.dataDir, 'echo-agent.db'), 'this is no database at all, only text');
    const { run, output } = stage();

    const code = await run('doctor');

    expect(code).toBe(1);
    expect(output()).toContain('✗');
  });

  test('reports the running runtime and its problems', async () => {
    const { client } = createScriptedClient();
    const status = async () => ({ ...(await client.status()), problems: ['echo.db was damaged'] });
    const { run, output } = stage({}, { connect: async () => ({ ...client, status }) });

    const code = await run('doctor');

    expect(code).toBe(1);
    expect(output()).toContain('✓ A runtime is running (process 4242)');
    expect(output()).toContain('✗ echo.db was damaged');
  });

  test('calls it wrong when the model cannot answer yet', async () => {
    const { run, output } = stage({ modelReason: 'There is no key.', modelReady: false });

    const code = await run('doctor');

    expect(code).toBe(1);
    expect(output()).toContain('✗ There is no key.');
  });

  test('calls what the owner opened by its name', async () => {
    const { run, output } = stage({ model: 'offline/offline', modelReason: 'No model.' });

    const code = await run(
      'doctor',
      '--set',
      'execution.networkPolicy=allow',
      '--workspace',
      home.home,
    );

    expect(code).toBe(0);
    expect(output()).toContain('! No model.');
    expect(output()).toContain('! Tools may reach the network (execution.networkPolicy: allow)');
    expect(output()).toContain('! The workspace');
  });

  test('finds that commands cannot run', async () => {
    const executor = { name: 'local', ready: false, reason: 'There is no shell.' };
    const { run, output } = stage({ executor });

    expect(await run('doctor', '--lang', 'zh')).toBe(1);
    expect(output()).toContain('✗ 无法运行命令（local）：There is no shell.');
  });

  test('prints each finding as JSON', async () => {
    const { run, output } = stage();

    await run('doctor', '--json');

    const levels = output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).level);
    expect(new Set(levels)).toEqual(new Set(['fine', 'open']));
  });
});
