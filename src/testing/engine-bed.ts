import { onTestFinished } from 'vitest';
import type { WorkerEnd } from '../agent/worker-record.ts';
import type { Clock } from '../base/clock.ts';
import type { DeliveryAnswer } from '../bus/delivery-target.ts';
import type { ModelRouter } from '../models/router-contract.ts';
import { textOf } from '../protocol/content.ts';
import { type InboundEvent, type OutboundEvent, sessionKeyOf } from '../protocol/event.ts';
import type { Message } from '../protocol/message.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import type { RunEvent } from '../protocol/run-event.ts';
import type { Turn } from '../protocol/turn.ts';
import type { AcceptResult } from '../storage/inbox-store.ts';
import { openStorage } from '../storage/index.ts';
import type { Storage } from '../storage/storage.ts';
import type { CallRecord } from '../tools/call.ts';
import { type CrashableWorker, createCrashableWorker } from './crashable-worker.ts';
import { OWNER, type Worker, type World } from './engine-worker.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { createScriptedRouter, type Script, type ScriptedRouter } from './scripted-router.ts';

type FromWorld = 'tools' | 'workers' | 'config' | 'summarize' | 'agentFile' | 'undoFileChange';

export interface EngineBedOptions extends Partial<Pick<World, FromWorld>> {
  /** Every answer is `ok` when not given. */
  readonly script?: Script;
  readonly models?: readonly string[];
  readonly contextWindow?: number;
  /** In memory when not given. */
  readonly dataDir?: string;
  /** Asked instead of the script. */
  readonly createRouter?: (clock: Clock) => ModelRouter;
  /** What the platform answers to each message; it takes them all when not given. */
  readonly deliver?: (
    event: OutboundEvent,
    signal: AbortSignal,
  ) => DeliveryAnswer | Promise<DeliveryAnswer>;
  readonly deduplicates?: boolean;
}

export interface Sending extends Partial<InboundEvent> {
  /** Session `cli:<chat>`; `a` when not given. */
  readonly chat?: string;
}

/** How a message came to its end. */
export interface Told {
  readonly turn: Turn;
  readonly reply: string;
}

/** Talks to the worker of the moment, or to the storage while there is none. */
interface Door {
  accept(text: string, more?: Sending): Promise<AcceptResult>;
  /** Fails when the message is not accepted. Resolves to its id. */
  send(text: string, more?: Sending): Promise<string>;
  /** `send`, then `ended`. */
  ask(text: string, more?: Sending): Promise<Told>;
}

interface View {
  /** Waits, without moving time, until it holds. */
  until(holds: () => boolean | Promise<boolean>, what: string): Promise<void>;
  /** Waits until a message has come to its end. */
  ended(inboundId: string): Promise<Told>;
  /** Waits until the turn of a session is parked. */
  parked(chat?: string): Promise<Turn>;
  history(chat?: string): Promise<readonly Message[]>;
  /** The journal in words: `llm_0 tool-calls`. */
  journal(turn: Turn): Promise<string[]>;
}

/**
 * The bus and the engine on a real database in memory, with a clock moved by hand and a scripted model. The worker
 * can be crashed, at a named moment too, and `start` takes over.
 */
export interface EngineBed extends Door, View, CrashableWorker {
  readonly storage: Storage;
  readonly time: ManualClock;
  readonly router: ScriptedRouter;
  readonly events: RunEvent[];
  /** What the audit was told, of all workers. */
  readonly records: CallRecord[];
  /** The workers of whose end the audit was told, of all processes. */
  readonly workerEnds: WorkerEnd[];
  /** What was logged behind an error id, or reported as trouble. */
  readonly failures: unknown[];
  /** Every message that reached the platform, in order. */
  readonly platform: OutboundEvent[];
  /** Waits until a crash that was asked for has struck. */
  crashed(): Promise<void>;
}

export async function createEngineBed(options: EngineBedOptions = {}): Promise<EngineBed> {
  const time = createManualClock(undefined, 40);
  const { clock } = time;
  const { now } = clock;
  const { dataDir = ':memory:' } = options;
  const storage = await openStorage('sqlite', { dataDir, durability: 'full', now });
  const { script = () => [{ type: 'text', text: 'ok' }] } = options;
  const router = createScriptedRouter({ ...options, clock, script });
  const platform: OutboundEvent[] = [];
  const asked = options.createRouter?.(clock) ?? router;
  const world = createWorld(options, { time, router: asked, platform });
  const process = createCrashableWorker(world, storage);
  onTestFinished(async () => {
    process.crash();
    await storage.close();
  });
  const { events, records, workerEnds, failures } = world;
  const view = createView(storage, failures);
  return {
    ...{ storage, time, router, events, records, workerEnds, failures, platform },
    ...process,
    ...view,
    ...createDoor(world, { storage, process, view }),
    crashed: () => view.until(process.isDown, 'a crash'),
  };
}

function createWorld(
  options: EngineBedOptions,
  { time, router, platform }: Pick<EngineBed, 'time' | 'platform'> & Pick<World, 'router'>,
): World {
  let made = 0;
  return {
    ...options,
    time,
    router,
    ids: {
      next(prefix) {
        made += 1;
        return `${prefix}_${String(made).padStart(6, '0')}`;
      },
    },
    tools: options.tools ?? {},
    config: options.config ?? {},
    events: [],
    records: [],
    workerEnds: [],
    failures: [],
    target: {
      deduplicates: options.deduplicates === true,
      async deliver(event, signal) {
        platform.push(event);
        return options.deliver?.(event, signal) ?? { state: 'sent', receipt: event.id };
      },
    },
  };
}

const NO_LIMITS = { perSession: 1_000, total: 100_000 };

function createDoor(
  world: World,
  { storage, process, view }: { storage: Storage; process: CrashableWorker; view: View },
): Door {
  async function accept(text: string, more: Sending = {}): Promise<AcceptResult> {
    const event = toEvent(world, text, more);
    const answer = process.isDown() ? undefined : await orDown(process.worker(), event);
    return answer ?? storage.inbox.accept(event, NO_LIMITS);
  }

  async function send(text: string, more?: Sending): Promise<string> {
    const result = await accept(text, more);
    if (result.outcome === 'full') throw new Error(`Not accepted: ${result.limit} is full.`);
    return result.record.event.id;
  }

  return { accept, send, ask: async (text, more) => view.ended(await send(text, more)) };
}

/** The worker's answer; undefined when it dies before it gives one, and the platform delivers the event again. */
async function orDown({ inbound, line }: Worker, event: InboundEvent) {
  let answer: AcceptResult | undefined;
  const asking = inbound.accept(event).then((given) => {
    answer = given;
  });
  while (answer === undefined && !line.severed()) {
    await Promise.race([asking, new Promise((resolve) => setImmediate(resolve))]);
  }
  return answer;
}

function toEvent({ ids, time }: World, text: string, { chat = 'a', ...more }: Sending) {
  const address = { channel: 'cli', accountId: 'default', chatId: chat };
  const event: InboundEvent = {
    id: ids.next('in'),
    traceId: ids.next('trace'),
    sessionKey: sessionKeyOf(address),
    address,
    principal: OWNER,
    content: [{ type: 'text', text, origin: trustedOrigin('user') }],
    language: 'en',
    receivedAt: time.clock.now(),
    unattended: false,
    cronAuthorized: false,
    canAsk: true,
    assumeYes: false,
    ...more,
  };
  return event;
}

const TRIES = 20_000;
const NOT_ENDED: readonly string[] = ['queued', 'running'];

function createView(storage: Storage, failures: readonly unknown[]): View {
  const openTurn = (chat: string) => storage.turns.open(`cli:${chat}`);

  async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (await holds()) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
    throw new Error(`This never came: ${what}. Failures: ${describe(failures)}`);
  }

  return {
    until,

    async ended(inboundId) {
      await until(async () => {
        const record = await storage.inbox.get(inboundId);
        return record !== undefined && !NOT_ENDED.includes(record.state);
      }, `the end of ${inboundId}`);
      const turn = await storage.turns.byInbound(inboundId);
      if (turn === undefined) throw new Error(`No turn for ${inboundId}.`);
      return { turn, reply: await replyOf(storage, turn) };
    },

    async parked(chat = 'a') {
      await until(async () => (await openTurn(chat))?.state === 'waiting', `a wait in ${chat}`);
      const turn = await openTurn(chat);
      if (turn === undefined) throw new Error(`No open turn in ${chat}.`);
      return turn;
    },

    async history(chat = 'a') {
      return (await storage.messages.list(`cli:${chat}`)).map(({ message }) => message);
    },

    async journal({ id }) {
      const steps = await storage.turns.steps(id);
      return steps.map(({ name, status, outcome }) => `${name} ${outcome ?? status}`);
    },
  };
}

async function replyOf(storage: Storage, turn: Turn): Promise<string> {
  const deliveries = await storage.outbox.list({ turnId: turn.id, limit: 10 });
  const replies = deliveries.filter(({ event }) => event.kind === 'reply');
  return replies.map(({ event }) => textOf(event.content)).join('\n');
}

function describe(failures: readonly unknown[]): string {
  return failures.map((failure) => JSON.stringify(failure, causes) ?? String(failure)).join('; ');
}

function causes(_key: string, value: unknown): unknown {
  return value instanceof Error ? `${value.name}: ${value.message}` : value;
}
