import { join } from 'node:path';
import { CONFIG_FILE } from '../config/config-sources.ts';
import type { RuntimeSettings } from './load-settings.ts';

/**
 * What no tool may touch, wherever it lies: our own folder, with its database and audit, and every place from
 * which configuration is read, existing or not: a file put there would count at the next start.
 */
export function protectedPathsOf(
  settings: Pick<RuntimeSettings, 'dataDir' | 'configFile' | 'workspace' | 'home'>,
): readonly string[] {
  const { dataDir, configFile, workspace, home } = settings;
  const places = [workspace, join(home, '.echo-agent'), dataDir];
  const files = places.map((folder) => join(folder, CONFIG_FILE));
  return [...new Set([dataDir, ...files, ...(configFile === undefined ? [] : [configFile])])];
}
