import { DELEGATE_TASK, isWorkerSession, workerOf } from '../protocol/worker-session.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';
import type { TurnJournal } from './turn-journal.ts';

/** Ends the open or queued turn of a session; false when there is none. */
export type StopSession = (sessionKey: string) => Promise<boolean>;

const AT_WORK = ['queued', 'running'] as const;

/** The tasks in the background that a conversation has started and that still go on. */
export async function backgroundTasks({ storage }: Pick<TurnEngineDeps, 'storage'>, key: string) {
  const records = await storage.inbox.list({ states: AT_WORK });
  return records
    .map(({ event }) => event)
    .filter(({ child }) => child?.deliver?.sessionKey === key);
}

/** Ends all tasks in the background of a conversation; false when there is none. */
export async function stopBackground(
  deps: Pick<TurnEngineDeps, 'storage'>,
  sessionKey: string,
  stop: StopSession,
): Promise<boolean> {
  if (isWorkerSession(sessionKey)) return false;
  const tasks = await backgroundTasks(deps, sessionKey);
  const stopped = await Promise.all(tasks.map((task) => stop(task.sessionKey)));
  return stopped.includes(true);
}

/** A turn that has ended waits for no worker: whoever still works for one of its calls has nobody to work for. */
export async function stopLostWorkers(journal: TurnJournal, stop: StopSession): Promise<void> {
  if (journal.turn().endedAt === undefined) return;
  const depth = (journal.inbound.child?.depth ?? 0) + 1;
  for (const { start, message } of journal.toolSteps()) {
    if (start?.tool !== DELEGATE_TASK || message.outcome === 'ok') continue;
    await stop(workerOf(start.idempotencyKey, depth).sessionKey);
  }
}
