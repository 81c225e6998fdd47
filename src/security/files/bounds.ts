import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type PathBounds, type PathPolicy, privatePathsOf } from '../path-policy.ts';
import { fileError, systemCodeOf } from './file-errors.ts';

/** The policy's own paths with their links resolved, beside their spelling. */
export async function resolveBounds(policy: PathPolicy): Promise<PathBounds> {
  const privatePaths = privatePathsOf(policy);
  const real = await Promise.all(privatePaths.map((path) => realPathOf(path).catch(() => path)));
  return {
    workspace: await realpath(policy.workspace),
    privatePaths: [...new Set([...privatePaths, ...real])],
  };
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
