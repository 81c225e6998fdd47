import type { Origin } from '../origin.ts';
import { createProblem, type Findings, printable } from '../problem.ts';
import { type Assignment, ENVIRONMENT_PREFIX } from '../sources/assignments.ts';
import type { Draft } from './draft.ts';
import { formatPath, type Path } from './path.ts';
import { readText } from './read-text.ts';
import { fromVariable, resolveKeys, suggestPath, variableName } from './resolve-keys.ts';
import type { SchemaTree } from './schema-tree.ts';

export interface ApplyContext {
  readonly draft: Draft;
  readonly tree: SchemaTree;
  readonly findings: Findings;
}

/** Puts variables and flags over what the file says; reports those that fit no key or cannot be read. */
export function applyAssignments(assignments: readonly Assignment[], context: ApplyContext): void {
  const variables = new Map<string, Assignment>();
  for (const assignment of assignments) {
    const { keys, origin } = assignment;
    const newKey = origin.kind === 'environment' ? fromVariable : (key: string) => key;
    const found = resolveKeys(keys, { tree: context.tree, get: context.draft.get, newKey });
    if ('key' in found) {
      reportUnknown(found, origin, context);
      continue;
    }
    const path = formatPath(found.path);
    const earlier = variables.get(path);
    if (earlier !== undefined) reportTwice(earlier, assignment, { path, context });
    if (origin.kind === 'environment') variables.set(path, assignment);
    apply(found, assignment, context);
  }
}

type Found = Extract<ReturnType<typeof resolveKeys>, { path: Path }>;
type Unknown = Exclude<ReturnType<typeof resolveKeys>, { path: Path }>;

function apply({ path, node }: Found, { value, origin }: Assignment, context: ApplyContext): void {
  const { draft, tree, findings } = context;
  const reading = 'ready' in value ? { value: value.ready } : readText(tree, node, value.text);
  if ('value' in reading) {
    draft.set(path, reading.value, origin);
    return;
  }
  const example = [...path, tree.keys(node)[0] ?? 'name'];
  findings.problems.push(
    createProblem(
      reading.problem,
      { origin, path: formatPath(path) },
      { example: written(example, origin) },
    ),
  );
}

function reportUnknown({ parent, key }: Unknown, origin: Origin, context: ApplyContext): void {
  const suggestion = suggestPath(context.tree, parent, key);
  const path = formatPath([...parent, key]);
  const id = suggestion ? 'config.unknown_key_nearest' : 'config.unknown_key';
  context.findings.problems.push(
    createProblem(id, { origin, path }, suggestion && { nearest: written(suggestion, origin) }),
  );
}

function reportTwice(
  earlier: Assignment,
  later: Assignment,
  { path, context }: { path: string; context: ApplyContext },
): void {
  const same = JSON.stringify(earlier.value) === JSON.stringify(later.value);
  if (same || later.origin.kind !== 'environment') return;
  context.findings.problems.push(
    createProblem(
      'config.set_twice',
      { origin: later.origin, path },
      { other: earlier.origin.name },
    ),
  );
}

/** A key the way the person wrote the one in question. */
function written(path: Path, { kind }: Origin): string {
  return printable(
    kind === 'environment' ? variableName(ENVIRONMENT_PREFIX, path) : formatPath(path),
  );
}
