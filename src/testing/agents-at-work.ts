import type { RoutedRequest } from '../models/router-contract.ts';
import { createEngineBed, type EngineBed, type EngineBedOptions } from './engine-bed.ts';
import { type Answer, calls, says } from './scripted-router.ts';

/** What an agent answers, call by call, when these words stand in the first message that it reads. */
export type Parts = Readonly<Record<string, readonly Answer[]>>;

/** Agents that play their parts, on an engine bed with workers. After a crash each goes on where it was. */
export function createAgentsAtWork(
  parts: Parts,
  options: EngineBedOptions = {},
): Promise<EngineBed> {
  return createEngineBed({ workers: true, script: playing(parts), ...options });
}

/** The script of these parts. */
export function playing(parts: Parts) {
  return ({ messages }: RoutedRequest): Answer => {
    const asked = JSON.stringify(messages.findLast(({ role }) => role === 'user'));
    const told = Object.keys(parts).find((words) => asked.includes(words));
    const from = messages.findLastIndex(({ role }) => role === 'user');
    const round = messages.slice(from).filter(({ role }) => role === 'assistant').length;
    return (told === undefined ? undefined : parts[told]?.[round]) ?? says('(no part)');
  };
}

/** One answer that gives these tasks to workers. */
export function delegates(...tasks: readonly Readonly<Record<string, unknown>>[]): Answer {
  return tasks.flatMap((task) => calls('delegate_task', task));
}

/** What the model was told of its calls last. */
export function lastResults({ router }: EngineBed): string {
  return JSON.stringify(router.requests.at(-1)?.messages.at(-1));
}

/** The messages that workers were given, in the order in which they began. */
export async function workersOf({ storage }: EngineBed) {
  const records = await storage.inbox.list({});
  return records.filter(({ event }) => event.child !== undefined);
}

export type Moment = readonly ['before' | 'after', string];

/** Dies at the last of these moments, when those before it have come in their order. */
export function crashAt(bed: Pick<EngineBed, 'doAt' | 'crash'>, moments: readonly Moment[]): void {
  const [next, ...rest] = moments;
  if (next === undefined) bed.crash();
  else bed.doAt(...next, () => crashAt(bed, rest));
}
