import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from '../../security/path-policy.ts';
import type { FilePlaces } from '../config-sources.ts';
import type { Origin } from '../origin.ts';
import { type ConfigProblem, createProblem, type Findings, printable } from '../problem.ts';
import { absolutePath } from '../sources/find-file.ts';
import type { ConfigText } from '../sources/open-file.ts';
import type { Draft } from './draft.ts';
import { formatPath, isGroup, type Path } from './path.ts';
import { filesReferredTo } from './references.ts';
import { leafPaths } from './resolve-keys.ts';
import type { SchemaTree } from './schema-tree.ts';
import { textsIn } from './walk.ts';

export interface FoundFileContext {
  readonly draft: Draft;
  readonly tree: SchemaTree;
  readonly text: ConfigText;
  readonly places: FilePlaces;
}

/** Whether nobody chose the file: it only lay in the folder where the command was run. */
function wasOnlyFound({ path }: { readonly path: string }, places: FilePlaces): boolean {
  const { file, cwd, home } = places;
  const folder = dirname(path);
  return file === undefined && folder === resolve(cwd) && folder !== join(home, '.echo-agent');
}

/** A file that came with a folder can send keys elsewhere and open the network: the person hears of it. */
export function warnOfFoundFile(context: FoundFileContext): ConfigProblem | undefined {
  const { text, places } = context;
  if (!wasOnlyFound(text, places)) return undefined;
  const keys = [...steeringPaths(context)].map((path) => printable(formatPath(path)));
  if (keys.length === 0) return undefined;
  const origin: Origin = { kind: 'file', name: text.name };
  const values = { file: text.name, keys: keys.slice(0, MOST_SHOWN).join(', ') };
  return createProblem('config.found_file', { origin }, values);
}

/** Nor may it open another folder of this machine to the tools: the person's home, say. */
export function refuseFoundWorkspace(context: FoundFileContext, findings: Findings): void {
  const { draft, text, places } = context;
  const path = ['workspace', 'path'];
  const origin = draft.originOf(path);
  const workspace = draft.get(path);
  if (origin.kind !== 'file' || typeof workspace !== 'string' || workspace === '') return;
  if (!wasOnlyFound(text, places)) return;
  if (isInside(realPathOf(dirname(text.path)), realPathOf(workspace))) return;
  const place = { origin, path: formatPath(path) };
  findings.problems.push(createProblem('config.found_workspace', place, { file: text.name }));
}

/** Nor may it have code of its own run, which could do all that the person can. */
export function refuseFoundPlugins(context: FoundFileContext, findings: Findings): void {
  const { draft, text, places } = context;
  const path = ['plugins'];
  const origin = draft.originOf(path);
  const plugins = draft.get(path);
  if (origin.kind !== 'file' || !Array.isArray(plugins) || plugins.length === 0) return;
  if (!wasOnlyFound(text, places)) return;
  const place = { origin, path: formatPath(path) };
  findings.problems.push(createProblem('config.found_plugins', place, { file: text.name }));
}

/** Links resolved in the part that exists. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

const MOST_SHOWN = 8;

/** What the model is told and may use, and whose data counts: stored yeses, work that goes on at the start. */
const STEERING: readonly Path[] = [
  ['agent', 'instructions'],
  ['dataDir'],
  ['execution', 'executor'],
];
/** `mcp` names programs that are started. */
const TOOL_SECTIONS: readonly string[] = ['tools', 'mcp'];

function steeringPaths(context: FoundFileContext): readonly Path[] {
  const { draft, tree } = context;
  const tools = leafPaths(tree).filter(([section = '']) => TOOL_SECTIONS.includes(section));
  const paths = [
    ...[...STEERING, ...tools].filter((path) => draft.get(path) !== undefined),
    ...networkPaths(draft),
    ...addressPaths(draft),
    ...foreignReferences(context),
  ];
  return paths.filter((path) => draft.originOf(path).kind === 'file');
}

function networkPaths(draft: Draft): readonly Path[] {
  const ways = [
    ['network', 'proxy'],
    ['network', 'caFile'],
  ].filter((path) => draft.get(path) !== undefined);
  const policy = ['execution', 'networkPolicy'];
  return (draft.get(policy) ?? 'deny') === 'deny' ? ways : [...ways, policy];
}

function addressPaths(draft: Draft): readonly Path[] {
  const providers = draft.get(['providers']);
  return Object.keys(isGroup(providers) ? providers : {})
    .map((name) => ['providers', name, 'baseUrl'])
    .filter((path) => leavesMachine(draft.get(path)));
}

/** Secrets that are read from a file outside the folder. */
function foreignReferences({ draft, tree, text, places }: FoundFileContext): readonly Path[] {
  const base = dirname(text.path);
  const isForeign = (file: string) =>
    !absolutePath(file, { base, home: places.home }).startsWith(join(base, '/'));
  return [...textsIn(tree, draft.root)]
    .filter(({ secret, text: value }) => secret && filesReferredTo(value).some(isForeign))
    .map(({ path }) => path);
}

function leavesMachine(url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
