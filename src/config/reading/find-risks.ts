import type { Stats } from 'node:fs';
import { nearest } from '../../base/nearest.ts';
import type { FilePlaces } from '../config-sources.ts';
import type { Origin } from '../origin.ts';
import { createProblem, type Findings, printable } from '../problem.ts';
import type { ConfigSections } from '../sections.ts';
import type { ConfigText } from '../sources/open-file.ts';
import type { Draft } from './draft.ts';
import { warnOfFoundFile } from './found-file.ts';
import { formatPath, isGroup, type Path } from './path.ts';
import { holdsReference, isReadableByOthers, isWritableByOthers } from './references.ts';
import type { SchemaTree } from './schema-tree.ts';
import { type FoundText, textsIn } from './walk.ts';

export interface RiskContext {
  readonly draft: Draft;
  readonly tree: SchemaTree;
  readonly findings: Findings;
  readonly text: ConfigText | undefined;
  readonly sections: ConfigSections;
  readonly places: FilePlaces;
}

/** What works but is probably not meant. */
export function findRisks(context: RiskContext): void {
  if (context.text?.stats !== undefined)
    checkPermissions(context.text, context.text.stats, context);
  const found = context.text && warnOfFoundFile({ ...context, text: context.text });
  if (found !== undefined) context.findings.warnings.push(found);
  for (const found of textsIn(context.tree, context.draft.root)) {
    if (found.kind === 'model') checkProvider(found, context);
  }
}

function checkPermissions({ name }: ConfigText, { mode }: Stats, context: RiskContext): void {
  const origin: Origin = { kind: 'file', name };
  const values = { file: name };
  const { warnings } = context.findings;
  if (isReadableByOthers(mode) && holdsSecret(context)) {
    warnings.push(createProblem('config.readable_by_others', { origin }, values));
  }
  if (isWritableByOthers(mode)) {
    warnings.push(createProblem('config.writable_by_others', { origin }, values));
  }
}

/** Whether the file itself holds a secret; one that it refers to is not in it. */
function holdsSecret({ draft, tree }: RiskContext): boolean {
  const texts = [...textsIn(tree, draft.root)];
  return texts.some(
    ({ secret, text, path }) =>
      secret && text !== '' && !holdsReference(text) && draft.originOf(path).kind === 'file',
  );
}

function checkProvider(
  { text, path }: FoundText,
  { draft, sections, findings }: RiskContext,
): void {
  const [provider = ''] = text.split('/');
  const known = [...sections.providers.names, ...namesIn(draft, ['providers'])];
  if (known.includes(provider)) return;
  const place = { origin: draft.originOf(path), path: formatPath(path) };
  const similar = nearest(provider, known);
  const values = { provider: printable(provider), nearest: similar ?? '' };
  const id = similar === undefined ? 'config.unknown_provider' : 'config.unknown_provider_nearest';
  findings.warnings.push(createProblem(id, place, values));
}

function namesIn(draft: Draft, path: Path): string[] {
  const value = draft.get(path);
  return isGroup(value) ? Object.keys(value) : [];
}
