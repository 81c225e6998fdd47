import { AgentError } from '../base/errors.ts';
import type { DeliveryAnswer } from '../bus/delivery-target.ts';
import type { RoutedRequest } from '../models/router-contract.ts';
import { delegates } from './agents-at-work.ts';
import { createEngineBed, type EngineBed } from './engine-bed.ts';
import { OWNER } from './engine-worker.ts';
import type { Random } from './random.ts';
import { findViolations, type Outside } from './scenario-violations.ts';
import { type Answer, calls, does, says } from './scripted-router.ts';

/** A world in which anything may happen at any moment. Each move is over when it has begun to have effect. */
export interface Scenario {
  send(): Promise<void>;
  /** The platform delivers an event again that it has delivered before. */
  sendAgain(): Promise<void>;
  /** The process dies at some moment to come. */
  crashSoon(): Promise<void>;
  crashNow(): Promise<void>;
  endInOrder(): Promise<void>;
  /** Somebody answers one of the open questions. */
  answerApproval(): Promise<void>;
  stop(): Promise<void>;
  /** The platform begins or ceases to fail. */
  disturbPlatform(): Promise<void>;
  passTime(): Promise<void>;
  tick(turns: number): Promise<void>;
  /** Nothing happens any more: the world comes to rest. */
  settle(): Promise<void>;
  violations(): Promise<string[]>;
}

const CHATS = ['a', 'b', 'c'];
const KINDS = ['plain', 'once', 'again', 'asked', 'both', 'delegated', 'spawned'];
const MOMENTS = [
  ...['begin', 'take-up', 'llm_0', 'llm_1', 'reply', 'park', 'pause', 'delivered'],
  ...['tool_0_0 started', 'tool_0_0', 'tool_0_1 started', 'tool_0_1', 'outbox.claimDue'],
  ...['leases.claim', 'inbox.accept', 'request-stop', 'commit', 'in the stream'],
];

/** What is set off for the next moment. */
interface Switches {
  disturbed: boolean;
  crashInStream: boolean;
}

interface Ground {
  readonly bed: EngineBed;
  readonly outside: Outside;
  readonly switches: Switches;
}

async function createGround(random: Random): Promise<Ground> {
  const outside: Outside = { effects: new Map(), answers: new Map(), accepted: new Set() };
  const switches: Switches = { disturbed: false, crashInStream: false };

  function crashIfDue() {
    if (switches.crashInStream) bed.crash();
    switches.crashInStream = false;
  }

  function effect(_input: unknown, { idempotencyKey }: { idempotencyKey: string }) {
    outside.effects.set(idempotencyKey, (outside.effects.get(idempotencyKey) ?? 0) + 1);
    return 'done';
  }

  const bed: EngineBed = await createEngineBed({
    workers: true,
    script: (request) => [...does(crashIfDue), ...answerTo(request)],
    tools: {
      once: { idempotency: 'unsafe', run: effect },
      again: { idempotency: 'idempotent', run: effect },
      asked: { idempotency: 'unsafe', asks: true, run: effect },
    },
    deliver: ({ id }) => {
      const answer = switches.disturbed ? random.pick(TROUBLE) : SENT;
      outside.answers.set(id, [...(outside.answers.get(id) ?? []), answer.state]);
      return answer;
    },
    config: { agent: { maxConcurrentTurns: 2 }, bus: { maxDeliveryAttempts: 100 } },
  });
  return { bed, outside, switches };
}

export async function createScenario(random: Random): Promise<Scenario> {
  const ground = await createGround(random);
  const { bed, outside, switches } = ground;
  let sent = 0;

  return {
    async send() {
      await revive(bed);
      sent += 1;
      const text = `${random.pick(KINDS)} ${sent}`;
      outside.accepted.add(await bed.send(text, { chat: random.pick(CHATS) }));
    },

    async sendAgain() {
      await revive(bed);
      if (outside.accepted.size === 0) return;
      const id = random.pick([...outside.accepted]);
      const { outcome } = await bed.accept('the same again', { id });
      if (outcome !== 'duplicate') throw new Error(`${id} was ${outcome} a second time.`);
    },

    async crashSoon() {
      const what = random.pick(MOMENTS);
      switches.crashInStream = what === 'in the stream';
      bed.crashAt(random.pick(['before', 'after']), what);
    },

    crashNow: async () => bed.crash(),

    async endInOrder() {
      const worker = bed.worker();
      await Promise.race([worker.pause(), worker.line.end]);
      bed.crash();
    },

    answerApproval: () => answerApproval(bed, random),

    async stop() {
      await revive(bed);
      const { engine, inbound, line } = bed.worker();
      await Promise.race([engine.stop(`cli:${random.pick(CHATS)}`), line.end]);
      inbound.wake();
    },

    async disturbPlatform() {
      switches.disturbed = !switches.disturbed;
    },

    passTime: () => bed.time.advance(random.below(2_000)),
    tick,
    settle: () => settle(ground, random),
    violations: () => findViolations(bed, outside),
  };
}

async function tick(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function revive(bed: EngineBed): Promise<void> {
  while (bed.isDown()) await bed.start();
}

async function answerApproval(bed: EngineBed, random: Random): Promise<void> {
  await revive(bed);
  const pending = await bed.storage.approvals.list({ states: ['pending'], limit: 100 });
  if (pending.length === 0) return;
  const { id } = random.pick(pending);
  const verdict = random.pick(['approved', 'denied'] as const);
  const { gate, line } = bed.worker();
  const decided = gate.decide({ id, verdict, scope: 'once', by: OWNER }).catch(refused);
  await Promise.race([decided, line.end]);
}

async function settle({ bed, switches }: Ground, random: Random): Promise<void> {
  switches.disturbed = false;
  switches.crashInStream = false;
  bed.crashAt('before', 'never');
  bed.crash();
  await bed.until(async () => {
    await answerApproval(bed, random);
    const [left] = await bed.storage.inbox.list({ states: ['queued', 'running'], limit: 1 });
    return left === undefined;
  }, 'a world at rest');
  // The longest wait of a reply that failed.
  await bed.time.advance(70_000);
}

const SENT: DeliveryAnswer = { state: 'sent' };
const TROUBLE: readonly DeliveryAnswer[] = [
  { state: 'failed', reason: 'not now', retryable: true },
  { state: 'unknown', reason: 'no answer' },
  SENT,
];

const TASK = /"(plain|once|again|asked|both|delegated|spawned) (\d+)"/;

/** The same question gives the same answer: asking again after a crash must change nothing. */
function answerTo({ messages }: RoutedRequest): Answer {
  if (messages.at(-1)?.role === 'tool') return says('Done.');
  const [, kind = 'plain', n] = JSON.stringify(messages.at(-1)).match(TASK) ?? [];
  if (kind === 'plain') return says(`Answer ${n}.`);
  if (kind === 'delegated') return delegates({ task: `once ${n}` }, { task: `again ${n}` });
  if (kind === 'spawned') return calls('spawn_task', { task: `once ${n}` });
  if (kind === 'both') return [...calls('once', { n }), ...calls('asked', { n })];
  return calls(kind, { n });
}

/** Answered in the same moment by the end of the turn, or too late. */
function refused(thrown: unknown): void {
  if (!['conflict', 'timeout'].includes(AgentError.from(thrown).code)) throw thrown;
}
