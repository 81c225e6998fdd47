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
  return config.plugins.flatMap(({ module }) => {
    if (!isAbsolute(module))
      return roots.map((root) => join(root, 'node_modules', packageOf(module)));
    const folder = dirname(module);
    const isBelow = isInside(workspace, folder) && !isInside(folder, workspace);
    return isBelow ? [folder] : [module];
  });
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
