import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { acceptAll, append, inbound, writtenIn } from '../samples.contract.ts';
import type { Storage } from '../storage.ts';
import { openDatabase } from './database.ts';
import { openAt, temporaryFolder } from './workshop.contract.ts';

/** Filled databases, and damage done to them, for tests. */

export const PAGE = 4_096;
export const SESSIONS = 40;
export const MESSAGES = 25;

function textOfMessage(chat: number, n: number): string {
  return `chat ${chat} message ${n} ${'lorem ipsum '.repeat(20)}`;
}

/** A closed database with 40 sessions of 25 messages each, two queued events a session. */
export async function filledFolder(): Promise<{ folder: string; path: string }> {
  const folder = temporaryFolder();
  const storage = await openAt(folder);
  const chats = Array.from({ length: SESSIONS }, (_, chat) => chat);
  await acceptAll(
    storage,
    chats.flatMap((chat) => [1, 2].map((n) => inbound(`${chat}-${n}`, `${chat}`))),
  );
  await storage.commit(
    chats.flatMap((chat) =>
      Array.from({ length: MESSAGES }, (_, n) =>
        append(`cli:${chat}`, `t${chat}-${n}`, textOfMessage(chat, n)),
      ),
    ),
  );
  await storage.close();
  return { folder, path: join(folder, 'echo-agent.db') };
}

/** Every message that can be read, checked to be one that was written. */
export async function countMessages(storage: Storage): Promise<number> {
  let count = 0;
  for (let chat = 0; chat < SESSIONS; chat += 1) {
    for (const record of await storage.messages.list(`cli:${chat}`)) {
      const n = Number(record.turnId.split('-')[1]);
      expect(writtenIn(record)).toBe(textOfMessage(chat, n));
      count += 1;
    }
  }
  return count;
}

export function overwrite(path: string, offset: number, bytes: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, new Uint8Array(bytes).fill(0xa5), 0, bytes, offset);
  closeSync(file);
}

/** Pages that hold rows of a table, in order. */
export function leavesOf(path: string, table: string): readonly number[] {
  const database = openDatabase(path, { readOnly: true });
  const sql = `select pageno from dbstat where name = ? and pagetype = 'leaf' order by pageno`;
  const pages = database.all<{ pageno: number }>(sql, table).map(({ pageno }) => pageno);
  database.close();
  return pages;
}

export function asideIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.includes('.damaged-'));
}
