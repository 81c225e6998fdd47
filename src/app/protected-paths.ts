import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, parse } from 'node:path';
import { CONFIG_FILE } from '../config/config-sources.ts';
import { isInside } from '../security/path-policy.ts';
import type { RuntimeSettings } from './load-settings.ts';

type Places = Pick<RuntimeSettings, 'dataDir' | 'configFile' | 'workspace' | 'home'> & {
  readonly config: Pick<RuntimeSettings['config'], 'plugins'>;
};

/**
 * What no tool may touch, wherever it lies: our own folder, with its database and audit, and every place from
 * which configuration or a plug-in is read, existing or not: a file put there would count at the next start.
 */
export function protectedPathsOf(settings: Places): readonly string[] {
  const { dataDir, configFile, workspace, home } = settings;
  const places = [workspace, join(home, '.echo-agent'), dataDir];
  const files = places.map((folder) => join(folder, CONFIG_FILE));
  const named = configFile === undefined ? [] : [configFile];
  return [...new Set([dataDir, ...files, ...named, ...pluginPathsOf(settings)])];
}

/** Of each plug-in, switched on or not, its file, and in the workspace, where tools may write, all that lies beside it. */
function pluginPathsOf({ config, configFile, workspace }: Places): readonly string[] {
  const roots = configFile === undefined ? [] : foldersAbove(dirname(configFile));
  /** A workspace that could not be touched would be none; who works on a package that is linked works there. */
  const unlessAround = (folder: string, otherwise: string) =>
    isInside(realPathOf(folder), realPathOf(workspace)) ? otherwise : folder;
  return config.plugins.flatMap(({ module }) => {
    if (!isAbsolute(module)) {
      const places = roots.map((root) => join(root, 'node_modules', packageOf(module)));
      return places.map((place) => unlessAround(place, join(place, 'package.json')));
    }
    const folder = dirname(module);
    return isInside(workspace, folder) ? [unlessAround(folder, module)] : [module];
  });
}

/** The path itself where nothing is there. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The folder and all that it lies in. */
function foldersAbove(folder: string): readonly string[] {
  return folder === parse(folder).root ? [folder] : [folder, ...foldersAbove(dirname(folder))];
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}
