import { onTestFinished } from 'vitest';
import { createInboundBus, type InboundBus, type InboundBusDeps } from '../bus/inbound.ts';
import type { SessionWork } from '../bus/keep-lease.ts';
import type { InboundEvent } from '../protocol/event.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import { openStorage } from '../storage/index.ts';
import type { Lease } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export const LEASE_MS = 30_000;

export interface InboundBed extends ManualClock {
  readonly storage: Storage;
  readonly bus: InboundBus;
  /** What was reported, with its session. */
  readonly failures: [string, unknown][];
  /** A further worker; `changes` differ from the bed's own. */
  open(owner: string, changes?: Partial<InboundBusDeps>): InboundBus;
  run(work: SessionWork, worker?: InboundBus): Promise<void>;
  stop(): Promise<void>;
}

/** An inbound bus on a real database in memory, with a clock moved by hand. */
export async function createInboundBed(
  options: Partial<
    Pick<InboundBusDeps, 'limits' | 'maxConcurrentTurns' | 'maxParallelWorkers'>
  > = {},
): Promise<InboundBed> {
  const time = createManualClock(undefined, 40);
  const { clock } = time;
  const memory = { dataDir: ':memory:', durability: 'full', now: clock.now } as const;
  const storage = await openStorage('sqlite', memory);
  const failures: [string, unknown][] = [];
  const stopping = new AbortController();
  const loops: Promise<void>[] = [];

  const open: InboundBed['open'] = (owner, changes = {}) =>
    createInboundBus({
      storage,
      clock,
      owner,
      limits: { perSession: 100, total: 1_000 },
      leaseMs: LEASE_MS,
      maxConcurrentTurns: 4,
      maxParallelWorkers: 2,
      onFailure: ({ sessionKey }, thrown) => failures.push([sessionKey, thrown]),
      ...options,
      ...changes,
    });

  const bus = open('one');
  const run = (work: SessionWork, worker = bus) => {
    const loop = worker.run(work, stopping.signal);
    loops.push(loop.catch(() => undefined));
    return loop;
  };
  const stop = async () => {
    stopping.abort();
    await Promise.all(loops);
  };
  onTestFinished(async () => {
    await stop();
    await storage.close();
  });
  return { ...time, storage, bus, open, run, stop, failures };
}

/** A message of the owner in `cli:<chat>`. */
export function inboundEvent(id: string, chat = 'a'): InboundEvent {
  return {
    id,
    traceId: `trace-${id}`,
    sessionKey: `cli:${chat}`,
    address: { channel: 'cli', accountId: 'default', chatId: chat },
    principal: 'cli:0',
    content: [{ type: 'text', text: id, origin: trustedOrigin('user') }],
    language: 'en',
    receivedAt: 0,
    unattended: false,
    cronAuthorized: false,
    canAsk: false,
    assumeYes: false,
  };
}

/** Work that needs `ms` for the next message of a session, says so, and gives the session back. */
export function answering(
  { storage, clock }: InboundBed,
  { ms, done }: { ms: number; done: (id: string, at: number) => void },
): SessionWork {
  return async (lease, signal) => {
    const id = await nextIn(storage, lease);
    const slept = await clock.sleep(ms, signal).then(
      () => true,
      () => false,
    );
    if (slept) done(id, clock.monotonic());
    const settled = { op: 'settle-inbound', id, state: slept ? 'done' : 'queued' } as const;
    await storage.commit([settled, { op: 'release-lease' }], lease);
  };
}

async function nextIn(storage: Storage, { sessionKey }: Lease): Promise<string> {
  const [record] = await storage.inbox.list({ sessionKey, states: ['queued'], limit: 1 });
  if (record === undefined) throw new Error(`Nothing is queued in ${sessionKey}.`);
  return record.event.id;
}
