import { builtinTools } from './builtin-tools.ts';

/** One line a built-in tool: its name and aliases, its risk, its class after a crash, what it can do. */
export function toolLines(): string[] {
  return builtinTools().map(
    ({ name, aliases = [], riskLevel, idempotency, capabilities }) =>
      `${[name, ...aliases].join('|')} ${riskLevel} ${idempotency}: ${capabilities.join(' ')}`,
  );
}
