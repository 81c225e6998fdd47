import { systemClock } from '../../src/base/clock.ts';
import { executors } from '../../src/executors/index.ts';
import { noWeb } from '../../src/testing/no-web.ts';
import { createBuiltinTools } from '../../src/toolkit/index.ts';

/** One line a built-in tool: its name and aliases, its risk, its class after a crash, what it can do. */
export function toolLines(): string[] {
  const executor = executors.local.create({}, { clock: systemClock, baseEnvironment: {} });
  const place = { protectedPaths: [], home: undefined, searchPath: '' };
  return createBuiltinTools({ executor, clock: systemClock, web: noWeb, ...place }).map(
    ({ name, aliases = [], riskLevel, idempotency, capabilities }) =>
      `${[name, ...aliases].join('|')} ${riskLevel} ${idempotency}: ${capabilities.join(' ')}`,
  );
}
