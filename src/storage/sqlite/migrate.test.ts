import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventIdOf, type InboundEvent } from '../../protocol/event.ts';
import {
  acceptAll,
  append,
  inbound,
  NO_LIMITS,
  outbound,
  turn,
  writtenIn,
} from '../samples.contract.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate, versionOf } from './migrate.ts';
import { MIGRATIONS } from './schema.ts';
import { openAt, temporaryFolder } from './workshop.contract.ts';

const NEXT = 'alter table sessions add column colour text; update sessions set colour = key;';
const LATER = [...MIGRATIONS, NEXT];
const BROKEN = [...MIGRATIONS, `${NEXT} insert into nowhere values (1);`];

const NOW = MIGRATIONS.length;

/** A closed database of the present version with a message in it. */
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

    const storage = await openAt(folder, {}, LATER);

    expect((await storage.messages.list('cli:a')).map(writtenIn)).toEqual(['from before']);
    expect(storage.problems()).toEqual([]);
    const present = look(join(folder, 'echo-agent.db'), 'select colour from sessions');
    expect(present).toEqual({ version: NOW + 1, rows: [{ colour: 'cli:a' }] });
    const kept = look(join(folder, `echo-agent.db.before-v${NOW + 1}`), 'select key from sessions');
    expect(kept).toEqual({ version: NOW, rows: [{ key: 'cli:a' }] });
  });

  test('that fails leaves the old state and says where the copy is', async () => {
    const folder = await oldFolder();
    const path = join(folder, 'echo-agent.db');

    const failed = openAt(folder, {}, BROKEN);

    await expect(failed).rejects.toMatchObject({
      messageId: 'storage.migration_failed',
      values: { path, backup: `${path}.before-v${NOW + 1}` },
    });
    const after = look(path, 'select * from sessions');
    expect(after.version).toBe(NOW);
    expect(after.rows).not.toContainEqual(expect.objectContaining({ colour: 'cli:a' }));
    const storage = await openAt(folder, {}, LATER);
    expect((await storage.messages.list('cli:a')).map(writtenIn)).toEqual(['from before']);
  });

  test('happens once', async () => {
    const folder = await oldFolder();
    await (await openAt(folder, {}, LATER)).close();
    const before = readdirSync(folder);

    const storage = await openAt(folder, {}, LATER);
    await storage.close();

    expect(readdirSync(folder)).toEqual(before);
  });

  test('is not needed for a new database, which makes no copy', async () => {
    const folder = temporaryFolder();

    await (await openAt(folder, {}, LATER)).close();

    expect(readdirSync(folder).sort()).toEqual(['echo-agent.db', 'runtime.guard']);
  });
});

describe('a database of version 1', () => {
  /** As the first release wrote it: an accepted event, its turn and its reply. */
  function insertStory(database: Database, event: InboundEvent): void {
    const { id, sessionKey } = event;
    const answered = turn(`t-${id}`, 'a', { sessionKey, inboundId: id, state: 'done' });
    const reply = outbound(`o-${id}`, 'a', { replyTo: id });
    database.run(
      `insert into inbox (id, session_key, seq, state, accepted_at, body) values (?, ?, 1, 'done', 1, ?)`,
      ...[id, sessionKey, JSON.stringify(event)],
    );
    database.run(
      `insert into turns (id, session_key, inbound_id, trace_id, state, started_at, body)
       values (?, ?, ?, 'trace', 'done', 1, ?)`,
      ...[answered.id, sessionKey, id, JSON.stringify(answered)],
    );
    database.run(
      `insert into deliveries (id, session_key, channel, chat, state, expires_at, body)
       values (?, ?, 'x', 'x', 'sent', 1, ?)`,
      ...[reply.id, sessionKey, JSON.stringify(reply)],
    );
  }

  test('keeps knowing what it accepted, by channel and account', async () => {
    const folder = temporaryFolder();
    const events = [
      inbound('m1'),
      inbound('@m2'),
      { ...inbound('m3'), address: { channel: 'telegram', accountId: 'default', chatId: 'a' } },
      { ...inbound('m4'), address: { channel: 'tele:gram', accountId: 'b@t/%', chatId: 'a' } },
    ];
    const old = openDatabase(join(folder, 'echo-agent.db'));
    migrate(old, MIGRATIONS.slice(0, 1));
    for (const event of events) insertStory(old, event);
    old.close();

    const storage = await openAt(folder);

    for (const event of events) {
      const again = await storage.inbox.accept(event, NO_LIMITS);
      const id = eventIdOf(event);
      expect(again).toMatchObject({ outcome: 'duplicate', record: { event: { ...event, id } } });
      expect(await storage.turns.byInbound(id)).toMatchObject({ inboundId: id });
      const delivery = await storage.outbox.get(`o-${event.id}`);
      expect(delivery?.event.replyTo).toBe(id);
    }
    expect(storage.problems()).toEqual([]);
  });
});
