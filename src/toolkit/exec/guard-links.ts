import { realpath } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import type { GuardDecision } from '../../protocol/tool-call.ts';
import { isInside } from '../../security/path-policy.ts';
import type { WorkspaceFiles } from '../../security/workspace-files.ts';
import { guardPath } from '../shared/path-guard.ts';

/** Programs and libraries of the system: links to them are what tools install. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/opt', '/nix', '/etc'];
const MOST_WORDS = 200;

interface Command {
  readonly command: string;
  readonly cwd: string;
}

/**
 * The guard reads the text of a command and cannot know where a link of the workspace leads. A word that names a
 * link to private files is a hard block, one to another place outside is asked about. What globs and programs reach
 * by themselves is not seen here.
 */
export async function guardLinks(
  files: WorkspaceFiles,
  workspace: string,
  { command, cwd }: Command,
): Promise<GuardDecision | undefined> {
  const root = await realpath(workspace).catch(() => workspace);
  const folder = await realpath(resolve(root, cwd)).catch(() => root);
  for (const word of wordsOf(command)) {
    const target = await realpath(resolve(folder, word)).catch(() => undefined);
    if (target === undefined || target === resolve(folder, word)) continue;
    const decision = await guardPath(files, target);
    if (decision.patternKey === 'private_path') return { ...decision, span: word };
    if ([root, ...SYSTEM].some((tree) => isInside(tree, target))) continue;
    return {
      action: 'ask',
      reason: 'A link in the workspace leads out of it.',
      patternKey: 'unreadable_command',
      facts: [],
      span: word,
    };
  }
  return undefined;
}

/** What may be a path from the folder of the command. Absolute ones and those with `..` the guard reads itself. */
function wordsOf(command: string): readonly string[] {
  const words = command.replaceAll(/["'\\]/g, '').split(/[\s;|&<>()=,:]+/);
  const relative = words.filter(
    (word) => word !== '' && !isAbsolute(word) && !word.split('/').includes('..'),
  );
  return [...new Set(relative)].slice(0, MOST_WORDS);
}
