import { registerHooks } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The URL of a module that is named by its absolute path or by its package, which is looked for from each of the folders in
 * turn, as an `import` in a file there would. Undefined when no folder knows the package; throws for a package that is there
 * and does not offer what is named.
 */
export function findModule(name: string, folders: readonly string[]): string | undefined {
  if (isAbsolute(name)) return pathToFileURL(name).href;
  for (const folder of folders) {
    const found = resolveFrom(folder, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `import.meta.resolve` from another file than this. Synchronous, so that no other import meets the hook. */
function resolveFrom(folder: string, name: string): string | undefined {
  const parentURL = pathToFileURL(join(folder, 'importer.js')).href;
  const hooks = registerHooks({
    resolve: (specifier, context, next) => next(specifier, { ...context, parentURL }),
  });
  try {
    return import.meta.resolve(name);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND')
      return undefined;
    throw thrown;
  } finally {
    hooks.deregister();
  }
}
