import type { TurnEngineDeps } from './turn-engine-deps.ts';

const DAY_MS = 86_400_000;

/** Whether today's money is spent, in the agent's time zone. Costs nothing when no limit is set. */
export async function isDailyLimitReached(deps: TurnEngineDeps): Promise<boolean> {
  const limit = deps.config.limits.costPerDayUsd;
  if (limit === undefined) return false;
  const since = startOfDay(deps.clock.now(), deps.config.agent.timeZone);
  const { costUsd } = await deps.storage.usage.total({ since });
  return (costUsd ?? 0) >= limit;
}

/** Midnight by the wall clock of `timeZone`; on a day with a clock change it may be off by that change. */
export function startOfDay(now: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, Number(value)]));
  const seconds =
    (parts.get('hour') ?? 0) * 3_600 + (parts.get('minute') ?? 0) * 60 + (parts.get('second') ?? 0);
  return now - ((seconds * 1_000 + (now % 1_000)) % DAY_MS);
}
