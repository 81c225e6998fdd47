import type { Overrides } from '../config-sources.ts';
import type { Environment } from '../environment.ts';
import type { Origin } from '../origin.ts';
import { createProblem, type Findings } from '../problem.ts';
import { type Path, parsePath } from '../reading/path.ts';

/** A value for one key from outside the file. */
export interface Assignment {
  /** Keys as they were written; matched to the schema later. */
  readonly keys: Path;
  readonly origin: Origin;
  /** `text` is still to be read by the schema's type; a `ready` value is used as it is. */
  readonly value: { readonly text: string } | { readonly ready: unknown };
}

export const ENVIRONMENT_PREFIX = 'ECHO_AGENT_';

/** Groups before the keys in them, so that the closer word wins whatever the order of the variables. */
export function environmentAssignments(environment: Environment): Assignment[] {
  return environment
    .names()
    .filter((name) => name.startsWith(ENVIRONMENT_PREFIX))
    .map((name) => ({
      keys: name.slice(ENVIRONMENT_PREFIX.length).split('__'),
      origin: { kind: 'environment' as const, name },
      value: { text: environment.get(name) ?? '' },
    }))
    .sort((a, b) => a.keys.length - b.keys.length || (a.origin.name < b.origin.name ? -1 : 1));
}

export function flagAssignments(
  { set = [], values = {} }: Overrides,
  findings: Findings,
): Assignment[] {
  const assignments: Assignment[] = [];
  const origin: Origin = { kind: 'flag', name: '--set' };
  for (const text of set) {
    const split = text.indexOf('=');
    const keys = split < 0 ? undefined : parsePath(text.slice(0, split).trim());
    if (keys === undefined)
      findings.problems.push(createProblem('config.set_malformed', { origin }));
    else assignments.push({ keys, origin, value: { text: text.slice(split + 1) } });
  }
  for (const [path, ready] of Object.entries(values)) {
    const keys = parsePath(path);
    if (ready === undefined || keys === undefined) continue;
    assignments.push({ keys, origin: { kind: 'flag', name: 'flag' }, value: { ready } });
  }
  return assignments;
}
