import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectRuntime } from '../../src/app/open-client.ts';
import type { RuntimeClient } from '../../src/app/runtime-client.ts';
import { OPEN_TURN_STATES } from '../../src/protocol/turn.ts';
import { openStorage } from '../../src/storage/index.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { startCountingSink } from '../tools/counting-sink.ts';
import { type Child, startChild } from './child-process.ts';
import { type PlannedMessage, textOf } from './plan.ts';
import type { Trap } from './points.ts';

/** One data folder and everything around it, while the runtimes on it come and go. */
export type World = Awaited<ReturnType<typeof createWorld>>;

const LOOK_AGAIN_MS = 25;
const LONGEST_MS = 60_000;

export async function createWorld(deduplicates: boolean) {
  const dataDir = mkdtempSync(join(tmpdir(), 'crash-'));
  const sink = await startCountingSink();
  const sent: PlannedMessage[] = [];
  const acknowledged = new Set<string>();

  const start = (trap?: Trap): Child =>
    startChild({ dataDir, sinkUrl: sink.url, deduplicates, trap });

  async function submit(client: RuntimeClient, message: PlannedMessage): Promise<void> {
    const { id, session: chatId } = message;
    const said = { text: textOf(message), language: 'en', canAsk: false, assumeYes: true } as const;
    const { outcome } = await client.submit({ ...said, chatId, id });
    if (outcome === 'accepted' || outcome === 'duplicate') acknowledged.add(id);
  }

  /** One after the other, as long as somebody answers. */
  async function sendSession(client: RuntimeClient, messages: readonly PlannedMessage[]) {
    for (const message of messages) {
      if (acknowledged.has(message.id)) continue;
      try {
        await submit(client, message);
      } catch {
        return;
      }
    }
  }

  return {
    dataDir,
    deduplicates,
    arrivals: sink.arrivals,
    sent: sent as readonly PlannedMessage[],
    acknowledged: acknowledged as ReadonlySet<string>,
    start,

    /** Sends what is not acknowledged, the sessions side by side; what the runtime does not take is not counted. */
    async send(messages: readonly PlannedMessage[]): Promise<void> {
      sent.push(...messages.filter((message) => !sent.includes(message)));
      const client = await connectRuntime(dataDir).catch(() => undefined);
      if (client === undefined) return;
      const sessions = Map.groupBy(messages, ({ session }) => session);
      await Promise.all([...sessions.values()].map((own) => sendSession(client, own)));
      await client.close();
    },

    /** False when the runtime leaves something open for a minute, or `isOver` says that it will not go on. */
    async settled(isOver: () => boolean): Promise<boolean> {
      if (isOver()) return false;
      const storage = await openReader(dataDir);
      try {
        for (const end = Date.now() + LONGEST_MS; Date.now() < end && !isOver(); ) {
          if (await isSettled(storage)) return true;
          await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
        }
        return false;
      } finally {
        await storage.close();
      }
    },

    async remove(): Promise<void> {
      await sink.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function openReader(dataDir: string): Promise<Storage> {
  return openStorage('sqlite', { dataDir, durability: 'full', readOnly: true, now: Date.now });
}

async function isSettled({ inbox, turns, outbox }: Storage): Promise<boolean> {
  const open = await Promise.all([
    inbox.list({ states: ['queued', 'running'], limit: 1 }),
    turns.list({ states: OPEN_TURN_STATES, limit: 1 }),
    outbox.list({ states: ['queued', 'sending'], limit: 1 }),
  ]);
  return open.every((list) => list.length === 0);
}
