import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AgentError } from '../../base/errors.ts';
import { isPrivateWorkspace, type PathBounds, type PathPolicy, storesOf } from '../path-policy.ts';
import { showName } from '../visible-text.ts';
import { fileError, systemCodeOf } from './file-errors.ts';

/**
 * The policy's own paths with their links resolved, beside their spelling. Throws `forbidden` when the workspace is
 * in a private place itself.
 */
export async function resolveBounds(policy: PathPolicy): Promise<PathBounds> {
  return boundsAround(policy, await realpath(policy.workspace));
}

/** Throws `forbidden` when the workspace, existing or not, would be in a private place. */
export async function assertUsableWorkspace(policy: PathPolicy): Promise<void> {
  await boundsAround(policy, await realPathOf(policy.workspace).catch(() => policy.workspace));
}

async function boundsAround(policy: PathPolicy, workspace: string): Promise<PathBounds> {
  const ownPaths = await withRealPaths(policy.protectedPaths);
  const stores = await withRealPaths(storesOf(policy));
  const bounds = { workspace, ownPaths, privatePaths: [...new Set([...ownPaths, ...stores])] };
  if (isPrivateWorkspace(bounds)) throw privateWorkspace(policy.workspace);
  return bounds;
}

async function withRealPaths(paths: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(paths.map((path) => realPathOf(path).catch(() => path)));
  return [...new Set([...paths, ...real])];
}

function privateWorkspace(workspace: string): AgentError {
  const path = showName(workspace);
  return new AgentError('forbidden', `The workspace ${path} is in a place that stays private.`, {
    messageId: 'files.private_workspace',
    values: { path },
    details: { patternKey: 'private_path', alternative: 'Ask the person for another workspace.' },
  });
}

/** The real path of something that may not exist yet: links of the part that exists are resolved. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (thrown) {
    if (systemCodeOf(thrown) !== 'ENOENT' || dirname(path) === path) throw thrown;
  }
  const isDangling = await lstat(path).then(
    () => true,
    () => false,
  );
  if (isDangling) throw fileError('dangling', basename(path));
  return join(await realPathOf(dirname(path)), basename(path));
}
