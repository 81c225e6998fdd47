import { dirname, join } from 'node:path';
import type { Environment } from '../environment.ts';
import { isModulePath, ProxyUrl } from '../fields.ts';
import type { AdapterTypes } from '../json-schema.ts';
import { DEFAULT_ORIGIN } from '../origin.ts';
import { createProblem, type Findings } from '../problem.ts';
import { ADAPTER_KINDS, type AdapterKind } from '../sections.ts';
import { absolutePath } from '../sources/find-file.ts';
import type { Draft } from './draft.ts';
import { isGroup, type Path } from './path.ts';
import { leafPaths } from './resolve-keys.ts';
import type { SchemaNode, SchemaTree } from './schema-tree.ts';
import { kindOf, textsIn } from './walk.ts';

/** A group or list whose every line is commented out reads as nothing in YAML; here it is an empty one. */
export function fillEmptyGroups(draft: Draft, tree: SchemaTree): void {
  visit(draft.root, tree.root, []);

  function visit(value: unknown, node: SchemaNode, path: Path): void {
    if (value === null) draft.rewrite(path, emptyOf(tree.forms(node)));
    if (!isGroup(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      const child = tree.child(node, key);
      if (child !== undefined) visit(inner, child, [...path, key]);
    }
  }
}

function emptyOf(forms: readonly SchemaNode[]): unknown {
  const has = (wanted: string) => forms.some(({ type }) => type === wanted);
  if (has('null')) return null;
  if (has('object')) return {};
  return has('array') ? [] : null;
}

/** Writes down the adapter of each section that leaves it to its name. */
export function fillTypes(draft: Draft, types: Readonly<Record<AdapterKind, AdapterTypes>>): void {
  for (const kind of ADAPTER_KINDS) {
    for (const [name, type] of types[kind]) {
      const section = draft.get([kind, name]);
      if (type === undefined || !isGroup(section) || 'type' in section) continue;
      draft.set([kind, name, 'type'], type, DEFAULT_ORIGIN);
    }
  }
}

const WELL_KNOWN = [
  { path: ['network', 'proxy'], names: ['HTTPS_PROXY', 'https_proxy'] },
  { path: ['network', 'noProxy'], names: ['NO_PROXY', 'no_proxy'] },
  { path: ['network', 'caFile'], names: ['NODE_EXTRA_CA_CERTS'] },
] as const;

/** Takes from the variables that all programs share what nobody has set for us. */
export function fillFromWellKnown(
  draft: Draft,
  environment: Environment,
  findings: Findings,
): void {
  for (const { path, names } of WELL_KNOWN) {
    const name = names.find((candidate) => environment.get(candidate));
    if (name === undefined || draft.get(path) !== undefined) continue;
    const origin = { kind: 'environment' as const, name };
    const text = environment.get(name) ?? '';
    const value = path[1] === 'proxy' && !text.includes('://') ? `http://${text}` : text;
    if (path[1] === 'proxy' && !ProxyUrl.safeParse(value).success) {
      findings.warnings.push(
        createProblem('config.proxy_ignored', { origin, path: path.join('.') }),
      );
      continue;
    }
    draft.set(path, value, origin);
  }
}

export interface PathContext {
  readonly draft: Draft;
  readonly tree: SchemaTree;
  readonly home: string;
  baseOf(path: Path): string;
}

/** Makes every path absolute, and writes down those that nobody gave. */
export function resolvePaths(context: PathContext): void {
  const { draft, tree, home, baseOf } = context;
  for (const { path, text, kind } of textsIn(tree, draft.root)) {
    if (!isPath(kind, text)) continue;
    draft.rewrite(path, absolutePath(text, { base: baseOf(path), home }));
  }
  placeWorkspace(draft);
  for (const path of leafPaths(tree)) {
    const node = tree.at(path);
    if (node === undefined || !isWanted(path, context)) continue;
    if (kindOf(tree, node) !== 'path' || typeof node.default !== 'string') continue;
    draft.set(path, absolutePath(node.default, { base: home, home }), DEFAULT_ORIGIN);
  }
}

function isPath(kind: string | undefined, text: string): boolean {
  return (kind === 'path' && text !== '') || (kind === 'module' && isModulePath(text));
}

/** The workspace goes where the data goes, so that moving one folder moves everything. */
function placeWorkspace(draft: Draft): void {
  const dataDir = draft.get(['dataDir']);
  if (draft.get(['workspace', 'path']) !== undefined || typeof dataDir !== 'string') return;
  draft.set(['workspace', 'path'], join(dataDir, 'workspace'), DEFAULT_ORIGIN);
}

/** Whether a default belongs there: nothing was given, and the groups around it exist whatever was given. */
function isWanted(path: Path, { draft, tree }: PathContext): boolean {
  if (draft.get(path) !== undefined) return false;
  return path.slice(0, -1).every((_, index) => {
    const group = path.slice(0, index + 1);
    return draft.get(group) !== undefined || tree.at(group)?.default !== undefined;
  });
}

/** Relative paths of a file start at the file, those of variables and flags at the current folder. */
export function createBase(draft: Draft, file: string | undefined, cwd: string) {
  return (path: Path): string => {
    const fromFile = file !== undefined && draft.originOf(path).kind === 'file';
    return fromFile ? dirname(file) : cwd;
  };
}
