import { onTestFinished } from 'vitest';
import { type ChatAddress, sessionKeyOf } from '../protocol/event.ts';
import { openStorage } from '../storage/index.ts';
import type { DeliveryRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import type { Chats } from '../toolkit/shared/chats.ts';

export interface ChatsBed {
  readonly storage: Storage;
  readonly chats: Chats;
  /** How often the outbox was told that something is queued. */
  readonly wakes: () => number;
  /** Opens a session, used at the given moment; its key. */
  open(
    address: Partial<ChatAddress>,
    more?: { principal?: string; title?: string; at?: number },
  ): Promise<string>;
  queued(): Promise<readonly DeliveryRecord[]>;
}

export const OWNER = 'cli:1000';

/** Chats of an owner on a real database in memory, and what tools are given to write to them. */
export async function createChatsBed(): Promise<ChatsBed> {
  const memory = { dataDir: ':memory:', durability: 'full', now: () => 1 } as const;
  const storage = await openStorage('sqlite', memory);
  onTestFinished(() => storage.close());
  let wakes = 0;
  const wake = () => {
    wakes += 1;
  };
  return {
    storage,
    wakes: () => wakes,
    chats: { storage, keepMs: 60_000, owner: OWNER, wake },

    async open(address, { principal = OWNER, title = '', at = 1 } = {}) {
      const whole = { channel: 'cli', accountId: 'default', chatId: 'main', ...address };
      const key = sessionKeyOf(whole);
      const times = { createdAt: at, updatedAt: at };
      const orElse = { key, address: whole, principal, title, introduced: true, ...times };
      await storage.commit([
        { op: 'update-session', sessionKey: key, change: { updatedAt: at }, orElse },
      ]);
      return key;
    },

    queued: () => storage.outbox.list({ limit: 100 }),
  };
}
