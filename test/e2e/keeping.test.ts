import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { createProcessHome, PATIENCE } from '../tools/process-home.ts';

/** Every table and a digest of its rows. */
function rowHashes(dataDir: string): Record<string, string> {
  const database = new Database(join(dataDir, 'echo-agent.db'), { readonly: true });
  try {
    const tables = database
      .prepare(
        "select name from sqlite_schema where type = 'table' and sql not like '%virtual%' order by name",
      )
      .pluck()
      .all() as string[];
    const digest = (table: string) => {
      const rows = database.prepare(`select * from "${table}"`).raw().all();
      return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
    };
    return Object.fromEntries(tables.map((table) => [table, digest(table)]));
  } finally {
    database.close();
  }
}

describe('UO3 F6 what is kept', PATIENCE, () => {
  test('can be listed, read, found, traced and exported', async () => {
    const home = createProcessHome();
    await home.run(['run', '--yes', '--session', 'diary', 'write hello to note.txt']);
    const exported = join(home.root, 'diary.md');

    const list = await home.run(['sessions', 'list']);
    const shown = await home.run(['sessions', 'show', 'diary']);
    const found = await home.run(['sessions', 'search', 'note.txt']);
    const traces = await home.run(['trace', 'list', '--json']);
    const trace = await home.run(['trace', 'show', '--json']);
    const exporting = await home.run(['sessions', 'export', 'diary', '-o', exported]);

    expect(list.stdout).toContain('cli:diary');
    expect(shown.stdout).toMatch(/write hello to note\.txt[\s\S]*write_file/);
    expect(found.stdout).toContain('cli:diary');
    const [summary] = traces.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(summary).toMatchObject({ sessionKey: 'cli:diary', outcome: 'done' });
    const { traceId, spans } = JSON.parse(trace.stdout);
    expect(traceId).toBe(summary.traceId);
    expect(spans.map(({ spanId }: { spanId: string }) => spanId)).toEqual(
      expect.arrayContaining(['receive', 'queue', 'context', 'llm_0', 'tool_0_0', 'llm_1']),
    );
    expect(exporting.exitCode).toBe(0);
    expect(readFileSync(exported, 'utf8')).toContain('write hello to note.txt');
  });

  test('comes back row by row after backup, wipe and restore', async () => {
    const home = createProcessHome();
    const backup = join(home.root, 'copy.db');
    await home.run(['run', '--yes', '--session', 'diary', 'write hello to note.txt']);
    await home.run(['backup', backup]);
    const before = rowHashes(home.dataDir);

    rmSync(home.dataDir, { recursive: true });
    const restored = await home.run(['restore', '--yes', backup]);
    const after = rowHashes(home.dataDir);
    const next = await home.run(['run', '--session', 'diary', 'read note.txt']);

    expect(restored).toMatchObject({ exitCode: 0 });
    expect(Object.keys(before).length).toBeGreaterThan(5);
    expect(after).toEqual(before);
    expect(next.exitCode).toBe(0);
    expect(next.stdout).toContain('hello');
  });

  test('is left as it is by a restore from what is no backup', async () => {
    const home = createProcessHome();
    await home.run(['run', '--session', 'diary', 'list the files']);
    const before = rowHashes(home.dataDir);

    const refused = await home.run(['restore', '--yes', join(home.root, 'nothing.db')]);

    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(rowHashes(home.dataDir)).toEqual(before);
  });
});
