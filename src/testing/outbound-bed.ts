import { onTestFinished } from 'vitest';
import type { DeliveryAnswer } from '../bus/delivery-target.ts';
import { createOutboundBus, type OutboundBus, type OutboundBusDeps } from '../bus/outbound.ts';
import type { OutboundEvent } from '../protocol/event.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import { openStorage } from '../storage/index.ts';
import type { DeliveryState } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export interface OutboundBed extends ManualClock {
  readonly storage: Storage;
  readonly bus: OutboundBus;
  /** Ids that reached the platform, each time they did. */
  readonly platform: string[];
  /** Id and answer of everything that was reported. */
  readonly trouble: [string, DeliveryAnswer][];
  /** A further bus on the same storage and platform. */
  open(changes?: Partial<OutboundBusDeps>): OutboundBus;
  /** Runs a bus until the returned function is called; that resolves to what it threw. */
  run(bus?: OutboundBus): () => Promise<unknown>;
  queue(...events: readonly OutboundEvent[]): Promise<void>;
  stateOf(id: string): Promise<DeliveryState | undefined>;
}

type Deliver = (
  event: OutboundEvent,
  signal: AbortSignal,
) => DeliveryAnswer | Promise<DeliveryAnswer>;

/** An outbound bus on a real database in memory, with a scripted platform and a clock moved by hand. */
export async function createOutboundBed(
  deliver: Deliver = () => ({ state: 'sent' }),
  options: { readonly deduplicates?: boolean; readonly maxAttempts?: number } = {},
): Promise<OutboundBed> {
  const time = createManualClock(undefined, 40);
  const { clock } = time;
  const memory = { dataDir: ':memory:', durability: 'full', now: clock.now } as const;
  const storage = await openStorage('sqlite', memory);
  const platform: string[] = [];
  const trouble: [string, DeliveryAnswer][] = [];
  const target = {
    deduplicates: options.deduplicates === true,
    async deliver(event: OutboundEvent, signal: AbortSignal) {
      platform.push(event.id);
      return deliver(event, signal);
    },
  };
  const open: OutboundBed['open'] = (changes = {}) =>
    createOutboundBus({
      storage,
      clock,
      random: () => 1,
      targets: { cli: target },
      maxAttempts: options.maxAttempts ?? 3,
      onTrouble: ({ event }, answer) => trouble.push([event.id, answer]),
      ...changes,
    });
  const bus = open();
  const stops: (() => Promise<unknown>)[] = [];
  onTestFinished(async () => {
    for (const stop of stops) await stop();
    await storage.close();
  });

  return {
    ...time,
    ...{ storage, platform, trouble, open, bus },

    run(runBus = bus) {
      const stopping = new AbortController();
      const loop = runBus.run(stopping.signal).catch((thrown: unknown) => thrown);
      const stop = () => {
        stopping.abort();
        return loop;
      };
      stops.push(stop);
      return stop;
    },

    async queue(...events) {
      await storage.commit(events.map((event) => ({ op: 'enqueue-delivery', event })));
      bus.wake();
    },

    stateOf: async (id) => (await storage.outbox.get(id))?.state,
  };
}

const A_DAY = 86_400_000;

/** A reply to chat `a`, good for a day. */
export function reply(
  id: string,
  { chat = 'a', ttlMs = A_DAY, createdAt = Date.UTC(2026, 0, 1) } = {},
) {
  const event: OutboundEvent = {
    id,
    traceId: `trace-${id}`,
    sessionKey: `cli:${chat}`,
    address: { channel: 'cli', accountId: 'default', chatId: chat },
    kind: 'reply',
    replyTo: `in-${id}`,
    content: [{ type: 'text', text: id, origin: trustedOrigin('model') }],
    createdAt,
    expiresAt: createdAt + ttlMs,
  };
  return event;
}
