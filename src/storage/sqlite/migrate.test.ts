import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { acceptAll, append, inbound, writtenIn } from '../samples.contract.ts';
import { openDatabase } from './database.ts';
import { versionOf } from './migrate.ts';
import { MIGRATIONS } from './schema.ts';
import { openAt, temporaryFolder } from './workshop.contract.ts';

const NEXT = 'alter table sessions add column colour text; update sessions set colour = key;';
const TWO = [...MIGRATIONS, NEXT];
const BROKEN = [...MIGRATIONS, `${NEXT} insert into nowhere values (1);`];

/** A closed database of version 1 with a message in it. */
async function oldFolder(): Promise<string> {
  const folder = temporaryFolder();
  const storage = await openAt(folder);
  await acceptAll(storage, [inbound('m1')]);
  await storage.commit([append('cli:a', 't1', 'from before')]);
  await storage.close();
  return folder;
}

function look<T>(path: string, sql: string): { version: number; rows: readonly T[] } {
  const database = openDatabase(path, { readOnly: true });
  try {
    return { version: versionOf(database), rows: database.all<T>(sql) };
  } finally {
    database.close();
  }
}

describe('US18 bringing an older database up to date', () => {
  test('keeps what is in it, after a checked copy was put beside it', async () => {
    const folder = await oldFolder();

    const storage = await openAt(folder, {}, TWO);

    expect((await storage.messages.list('cli:a')).map(writtenIn)).toEqual(['from before']);
    expect(storage.problems()).toEqual([]);
    const present = look(join(folder, 'echo-agent.db'), 'select colour from sessions');
    expect(present).toEqual({ version: 2, rows: [{ colour: 'cli:a' }] });
    const kept = look(join(folder, 'echo-agent.db.before-v2'), 'select key from sessions');
    expect(kept).toEqual({ version: 1, rows: [{ key: 'cli:a' }] });
  });

  test('that fails leaves the old state and says where the copy is', async () => {
    const folder = await oldFolder();
    const path = join(folder, 'echo-agent.db');

    const failed = openAt(folder, {}, BROKEN);

    await expect(failed).rejects.toMatchObject({
      messageId: 'storage.migration_failed',
      values: { path, backup: `${path}.before-v2` },
    });
    const after = look(path, 'select * from sessions');
    expect(after.version).toBe(1);
    expect(after.rows).not.toContainEqual(expect.objectContaining({ colour: 'cli:a' }));
    const storage = await openAt(folder, {}, TWO);
    expect((await storage.messages.list('cli:a')).map(writtenIn)).toEqual(['from before']);
  });

  test('happens once', async () => {
    const folder = await oldFolder();
    await (await openAt(folder, {}, TWO)).close();
    const before = readdirSync(folder);

    const storage = await openAt(folder, {}, TWO);
    await storage.close();

    expect(readdirSync(folder)).toEqual(before);
  });

  test('is not needed for a new database, which makes no copy', async () => {
    const folder = temporaryFolder();

    await (await openAt(folder, {}, TWO)).close();

    expect(readdirSync(folder).sort()).toEqual(['echo-agent.db', 'runtime.guard']);
  });
});
