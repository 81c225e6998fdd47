import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AgentError } from '../base/errors.ts';
import { HOME_STORES } from './home-stores.ts';
import { isStartFile } from './shell/sensitive-paths.ts';
import { showName } from './visible-text.ts';

/** Where file tools may go. Everything is absolute. */
export interface PathPolicy {
  readonly workspace: string;
  /** Files and folders of the runtime itself, existing or not: refused wherever they lie. */
  readonly protectedPaths: readonly string[];
  /** What `~` stands for; its folders of keys and credentials are refused. */
  readonly home: string | undefined;
}

/** A policy with every link among its own paths resolved. */
export interface PathBounds {
  readonly workspace: string;
  readonly privatePaths: readonly string[];
  /** Those of them that are the runtime's own. */
  readonly ownPaths: readonly string[];
}

/** Why a path is refused, and what can be done instead. */
export interface PathRefusal {
  readonly patternKey: 'outside_workspace' | 'private_path' | 'system_path';
  readonly reason: string;
  readonly alternative: string;
}

/** A change inside the workspace that a person should see first. */
export interface WriteConcern {
  readonly patternKey: 'git_internals' | 'agent_instructions' | 'secret_file' | 'persistence';
  readonly reason: string;
}

const PRIVATE_IN_SYSTEM = [
  '/etc/passwd',
  '/etc/shadow',
  '/etc/gshadow',
  '/etc/sudoers',
  '/etc/ssh',
];

const SYSTEM_TREES = ['/proc', '/sys', '/dev'];

const LONGEST_PATH = 4_096;

/**
 * The absolute path that `path` spells, without looking at the disk: relative to the workspace, `~`, or a
 * local `file:` URL. Throws `invalid_input`.
 */
export function parsePath(path: string, { workspace, home }: PathPolicy): string {
  const text = /^file:/i.test(path) ? fromFileUrl(path) : path;
  if (text === '' || text.length > LONGEST_PATH || text.includes('\0')) throw badPath(path);
  if (text === '~' || text.startsWith('~/')) {
    if (home === undefined) throw badPath(path);
    return resolve(home, `.${text.slice(1)}`);
  }
  return resolve(workspace, text);
}

/** Why this real path (links resolved) is out of bounds; undefined when it may be used. */
export function refusalOf(realPath: string, bounds: PathBounds): PathRefusal | undefined {
  const inWorkspace = isInside(bounds.workspace, realPath);
  const covers = (tree: string) =>
    isInsideFolded(tree, realPath) && !(inWorkspace && isOwnWorkspace(tree, bounds));
  if (SYSTEM_TREES.some((tree) => isInsideFolded(tree, realPath))) {
    return {
      patternKey: 'system_path',
      reason: 'it belongs to the operating system',
      alternative: 'Ask the person for the facts you need.',
    };
  }
  if (bounds.privatePaths.some(covers)) {
    return {
      patternKey: 'private_path',
      reason: 'it holds settings, data or keys that stay private',
      alternative: 'Go on without it, or ask the person for the part that you need.',
    };
  }
  if (!inWorkspace) {
    return {
      patternKey: 'outside_workspace',
      reason: 'it is outside the workspace',
      alternative: 'Use files of the workspace, or ask the person to copy it there.',
    };
  }
  return undefined;
}

/** Whether the workspace is in a place where no tool may be. Such a one must not be used. */
export function isPrivateWorkspace(bounds: PathBounds): boolean {
  return [...SYSTEM_TREES, ...bounds.privatePaths].some(
    (tree) => isInsideFolded(tree, bounds.workspace) && !isOwnWorkspace(tree, bounds),
  );
}

/** The one place in a private folder that is open: the workspace that the runtime keeps beside its data. */
function isOwnWorkspace(tree: string, { workspace, ownPaths }: PathBounds): boolean {
  return ownPaths.includes(tree) && isInsideFolded(join(tree, 'workspace'), workspace);
}

/** What a person should know before this file is created or changed. `name` is relative to the workspace. */
export function writeConcernOf(name: string): WriteConcern | undefined {
  const parts = name.toLowerCase().split('/');
  const last = parts.at(-1) ?? '';
  if (parts.includes('.git')) {
    return {
      patternKey: 'git_internals',
      reason: 'Files of .git decide what git runs on this machine.',
    };
  }
  if (name.toLowerCase() === 'agent.md') {
    return {
      patternKey: 'agent_instructions',
      reason: 'AGENT.md holds the standing instructions, which the owner writes.',
    };
  }
  if (/^\.env(\.(?!example$|sample$|template$).*)?$|^\.(npmrc|netrc|pypirc|envrc)$/.test(last)) {
    return { patternKey: 'secret_file', reason: 'This file usually holds secrets.' };
  }
  if (isStartFile(parts)) {
    return {
      patternKey: 'persistence',
      reason: 'Commands in this file run by themselves later, outside the agent.',
    };
  }
  return undefined;
}

/** What stays private besides the runtime's own files, whether or not it lies in the workspace. */
export function storesOf({ home }: PathPolicy): readonly string[] {
  const inHome = home === undefined ? [] : HOME_STORES.map((name) => resolve(home, name));
  return [...inHome, ...PRIVATE_IN_SYSTEM];
}

/** Whether `path` is `folder` or lies below it. Both are absolute and normalised. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The same without regard to case or Unicode form, since some file systems have none. */
function isInsideFolded(folder: string, path: string): boolean {
  return isInside(fold(folder), fold(path));
}

function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function fromFileUrl(path: string): string {
  try {
    return fileURLToPath(path);
  } catch (cause) {
    throw badPath(path, cause);
  }
}

function badPath(path: string, cause?: unknown): AgentError {
  const shown = showName(path);
  return new AgentError('invalid_input', `${shown} is not a usable path.`, {
    messageId: 'files.bad_path',
    values: { path: shown },
    cause,
    details: { alternative: 'Give a path relative to the workspace.' },
  });
}
