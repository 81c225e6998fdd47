import { translate } from '../protocol/catalogue.ts';
import { textOf } from '../protocol/content.ts';
import type { OutboundEvent } from '../protocol/event.ts';
import { type Origin, trustedOrigin, untrustedOrigin } from '../protocol/origin.ts';
import type { Turn } from '../protocol/turn.ts';
import type { Operation } from '../storage/operation.ts';
import { hasReadUntrusted } from './taint.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';
import type { TurnRun } from './turn-run.ts';
import type { WorkerEnd } from './worker-record.ts';

interface Ended {
  readonly state: Turn['state'];
  readonly text: string;
}

/** The result of a task in the background, for the chat that started it. A caller that waits reads it in the journal. */
export function workerDeliveries(
  { clock, config }: TurnEngineDeps,
  run: TurnRun,
  ending: Ended,
): OutboundEvent[] {
  const { id, traceId, inboundId } = run.journal.turn();
  const { child } = run.journal.inbound;
  if (child?.deliver === undefined) return [];
  const createdAt = clock.now();
  const heading = headingOf(run, child.title, ending);
  const event: OutboundEvent = {
    id: `${id}:result`,
    traceId,
    ...child.deliver,
    kind: 'notice',
    replyTo: inboundId,
    content: [
      { type: 'text', text: heading, origin: trustedOrigin('runtime') },
      { type: 'text', text: `\n${ending.text}`, origin: originOf(run) },
    ],
    createdAt,
    expiresAt: createdAt + config.bus.outboxTtl,
  };
  return [event];
}

function headingOf({ language }: TurnRun, title: string, { state }: Ended): string {
  const isDone = state === 'done';
  return translate(language, isDone ? 'agent.task_done' : 'agent.task_ended', { title });
}

/** What a worker wrote is no more to be trusted than what it had read. */
function originOf({ journal }: TurnRun): Origin {
  const { child, content } = journal.inbound;
  const tainted = child?.tainted === true || hasReadUntrusted(content, journal.toolSteps());
  return tainted ? untrustedOrigin('agent:worker') : trustedOrigin('model');
}

const NOTE_CHARACTERS = 6_000;

/** So that the next turn of the conversation can speak of it. */
export function noteOperations(run: TurnRun, { state, text }: Ended, at: number): Operation[] {
  const { child } = run.journal.inbound;
  if (child?.deliver === undefined) return [];
  const { id, sessionKey } = run.journal.turn();
  const shown = text.slice(0, NOTE_CHARACTERS).toWellFormed();
  const rest =
    text.length > shown.length ? `\n[${text.length - shown.length} more characters]` : '';
  const note = [
    `[Note of the runtime, not a message: the background task ${JSON.stringify(child.title)} of session ${sessionKey} has ended as ${state}. The person was sent this result:]`,
    // Whatever stands in it, none of it can look like the end of the quote.
    quoted(`${shown}${rest}`),
  ].join('\n');
  const content = [{ type: 'text' as const, text: note, origin: originOf(run) }];
  const message = { role: 'user', principal: 'runtime:worker', content } as const;
  return [{ op: 'put-note', sessionKey: child.deliver.sessionKey, id, message, at }];
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

export function tellOfWorker(
  deps: TurnEngineDeps,
  { journal }: TurnRun,
  { turn, counts }: { turn: Turn; counts: Pick<WorkerEnd, 'modelCalls' | 'toolCalls'> },
): void {
  const { child, content } = journal.inbound;
  if (child === undefined) return;
  const { title, depth, parentTurnId, parentTraceId, deliver } = child;
  const summary = title === '' ? textOf(content).slice(0, 80) : title;
  const order = { summary, depth, parentTurnId, parentTraceId, background: deliver !== undefined };
  deps.onWorkerEnd?.({ turn, ...order, ...counts });
}
