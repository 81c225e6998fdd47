import { type ChatAddress, eventIdOf, sessionKeyOf } from './event.ts';

/** The channel on which agents talk to their workers. No platform has this name. */
export const WORKER_CHANNEL = 'agent';

/** How the keys of all sessions of workers begin, and of no others. */
export const WORKER_KEYS = `${WORKER_CHANNEL}:`;

/** Workers may have workers of their own, so far down at most, whatever is configured. */
export const DEEPEST_WORKER = 5;

/** Runs a worker and waits for its result. */
export const DELEGATE_TASK = 'delegate_task';
/** Starts a worker in the background. */
export const SPAWN_TASK = 'spawn_task';

/** The tools by which agents have workers. */
export const WORKER_TOOLS: readonly string[] = [DELEGATE_TASK, SPAWN_TASK];

/** How the session keys of the workers at this depth begin. */
export function workerKeysAt(depth: number): string {
  return `${WORKER_KEYS}${depth}-`;
}

export function isWorkerSession(sessionKey: string): boolean {
  return sessionKey.startsWith(WORKER_KEYS);
}

/** All the names of the worker that a call has, from the call's idempotency key: the call that is made again finds its worker. */
export function workerOf(idempotencyKey: string, depth: number) {
  const chatId = `${depth}-${idempotencyKey}`;
  const address: ChatAddress = { channel: WORKER_CHANNEL, accountId: 'default', chatId };
  return {
    address,
    sessionKey: sessionKeyOf(address),
    inboundId: eventIdOf({ address, id: idempotencyKey }),
    traceId: `trace_${idempotencyKey}`,
  };
}
