import { readFileSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { HOME_STORES } from '../../security/home-stores.ts';
import { isInside } from '../../security/path-policy.ts';
import type { Environment } from '../environment.ts';
import { createProblem, type Findings, printable } from '../problem.ts';
import { absolutePath } from '../sources/find-file.ts';
import type { Draft } from './draft.ts';
import { formatPath } from './path.ts';
import type { SchemaTree } from './schema-tree.ts';
import { type FoundText, textsIn } from './walk.ts';

export interface ReferenceContext {
  readonly draft: Draft;
  readonly tree: SchemaTree;
  readonly findings: Findings;
  readonly environment: Environment;
  readonly home: string;
  /** The folder that a relative path starts at, by where the value came from. */
  baseOf(path: readonly string[]): string;
}

/** `${NAME}` or `${file:/path}`; `$${` is the text `${` itself. */
const REFERENCE = /\$(\$\{)|\$\{(?:file:([^}]{1,1024})|([A-Za-z_]\w*))\}/g;

const MAX_FILE_BYTES = 65_536;

/** Replaces references in secrets with what they name. Elsewhere they stay text, with a warning. */
export function replaceReferences(context: ReferenceContext): void {
  const { draft, tree, findings } = context;
  for (const found of textsIn(tree, draft.root)) {
    if (!holdsReference(found.text)) continue;
    if (found.secret) draft.rewrite(found.path, replaceIn(found, context));
    else if (isOnlyReference(found.text)) {
      findings.warnings.push(createProblem('config.reference_ignored', placeOf(found, draft)));
    }
  }
}

export function holdsReference(text: string): boolean {
  return text.search(REFERENCE) >= 0;
}

/** The files that a text refers to, as it spells them. */
export function filesReferredTo(text: string): readonly string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([, , file]) => file ?? []);
}

function isOnlyReference(text: string): boolean {
  return text.replace(REFERENCE, '') === '';
}

function replaceIn(found: FoundText, context: ReferenceContext): string {
  return found.text.replaceAll(REFERENCE, (whole, ...groups: (string | undefined)[]) => {
    const [escaped, file, name] = groups;
    if (escaped !== undefined) return escaped;
    const value =
      file === undefined ? readVariable(found, name, context) : readFile(found, file, context);
    return value ?? whole;
  });
}

function readVariable(found: FoundText, name = '', context: ReferenceContext): string | undefined {
  const value = context.environment.get(name);
  if (value !== undefined && value !== '') return value;
  const place = placeOf(found, context.draft);
  context.findings.problems.push(createProblem('config.reference_unset', place, { name }));
  return undefined;
}

function readFile(found: FoundText, file: string, context: ReferenceContext): string | undefined {
  const { findings, home, draft } = context;
  const place = placeOf(found, draft);
  const path = absolutePath(file, { base: context.baseOf(found.path), home });
  const values = { file: printable(path) };
  if (isStore(path, home)) {
    findings.problems.push(createProblem('config.reference_private', place, values));
    return undefined;
  }
  const content = readSecretFile(path);
  if (content === undefined) {
    findings.problems.push(createProblem('config.reference_unreadable', place, values));
    return undefined;
  }
  if (content.open)
    findings.warnings.push(createProblem('config.readable_by_others', place, values));
  return content.text;
}

/** Key folders of the person are no place for a provider's key; a file that asks for them wants something else. */
function isStore(path: string, home: string): boolean {
  const names = [path, realPathOf(path)];
  return HOME_STORES.map((store) => resolve(home, store)).some((store) =>
    [store, realPathOf(store)].some((root) => names.some((name) => isInside(root, name))),
  );
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Editors end a file with a line break, which is no part of the secret. */
function readSecretFile(path: string): { text: string; open: boolean } | undefined {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES) return undefined;
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return text === '' ? undefined : { text, open: isReadableByOthers(stats.mode) };
  } catch {
    return undefined;
  }
}

/** Windows has no such bits; what Node reports there says nothing. */
export function isReadableByOthers(mode: number): boolean {
  return process.platform !== 'win32' && (mode & 0o044) !== 0;
}

export function isWritableByOthers(mode: number): boolean {
  return process.platform !== 'win32' && (mode & 0o022) !== 0;
}

function placeOf({ path }: FoundText, draft: Draft) {
  return { origin: draft.originOf(path), path: formatPath(path) };
}
