import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { GuardDecision } from '../../protocol/tool-call.ts';
import { isCredentialFile, type NamedPath, namedPaths } from '../../security/named-paths.ts';
import { isInside } from '../../security/path-policy.ts';
import type { WorkspaceFiles } from '../../security/workspace-files.ts';
import { guardPath } from './path-guard.ts';

/** Programs and libraries of the system: links to them are what tools install. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/nix/store'];
const MOST_PLACES = 1_000;
const READABLE_BY_ALL = 0o004;

interface Command {
  readonly command: string;
  readonly cwd: string;
}

/** A text of the command, read from one folder. */
interface Spelling extends NamedPath {
  readonly folder: string;
}

/**
 * The guard reads the text of a command and cannot know where a link leads. A word that leads to private files is a
 * hard block; one that names a place in the workspace and leads out of it is asked about. What globs and programs
 * reach by themselves is not seen here: the guard takes no such command for one that only reads.
 */
export async function guardLinks(
  files: WorkspaceFiles,
  workspace: string,
  { command, cwd }: Command,
): Promise<GuardDecision | undefined> {
  const root = await realpath(workspace).catch(() => workspace);
  const start = await realpath(resolve(root, cwd)).catch(() => root);
  const spellings = namedPaths(command, start).flatMap((path) =>
    path.folders.map((folder) => ({ ...path, folder })),
  );
  const unique = [...new Map(spellings.map((each) => [keyOf(each), each])).values()];
  if (unique.length > MOST_PLACES) return asks('The command names too many files to look at.');
  const judge = createJudge(files, [root, resolve(workspace)]);
  const decisions: GuardDecision[] = [];
  for (const spelling of unique) {
    const decision = await judge(spelling);
    if (decision?.action === 'deny') return decision;
    if (decision !== undefined) decisions.push(decision);
  }
  return decisions[0];
}

const keyOf = ({ text, folder, filesOnly }: Spelling) => `${folder}\0${text}\0${filesOnly}`;

function createJudge(files: WorkspaceFiles, roots: readonly string[]) {
  const isWithin = (path: string) => roots.some((root) => isInside(root, path));

  async function judgeLink(spelling: Spelling, target: string): Promise<GuardDecision | undefined> {
    const { text } = spelling;
    const spelt = resolve(spelling.folder, text);
    if (target === spelt) return undefined;
    const blocked = await blockIfPrivate(files, target, text);
    if (blocked !== undefined || !isWithin(spelt) || isWithin(target)) return blocked;
    if (await isPlainSystemFile(target)) return undefined;
    return asks('A link in the workspace leads out of it.', text);
  }

  /** Undefined for what does not exist, and for what the guard sees by itself. */
  return async (spelling: Spelling): Promise<GuardDecision | undefined> => {
    const { text } = spelling;
    if (/^~(\/|$)/.test(text)) return blockIfPrivate(files, text, text);
    const target = await targetOf(spelling);
    if (target === undefined) return undefined;
    const followsLinks = spelling.filesOnly && (await isFolder(target));
    return followsLinks
      ? asks('The program would follow links in this folder.', text)
      : judgeLink(spelling, target);
  };
}

/** Not by way of `resolve`: what lies above a link is what lies above its target. */
function targetOf({ text, folder }: Spelling): Promise<string | undefined> {
  return realpath(text.startsWith('/') ? text : `${folder}/${text}`).catch(() => undefined);
}

async function blockIfPrivate(
  files: WorkspaceFiles,
  path: string,
  span: string,
): Promise<GuardDecision | undefined> {
  const decision = await guardPath(files, path);
  return decision.patternKey === 'private_path' ? { ...decision, span } : undefined;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

async function isPlainSystemFile(path: string): Promise<boolean> {
  if (!SYSTEM.some((tree) => isInside(tree, path)) || isCredentialFile(path)) return false;
  const mode = (await stat(path).catch(() => undefined))?.mode ?? 0;
  return (mode & READABLE_BY_ALL) !== 0;
}

function asks(reason: string, span?: string): GuardDecision {
  const where = span === undefined ? {} : { span };
  return { action: 'ask', reason, patternKey: 'unreadable_command', facts: [], ...where };
}
