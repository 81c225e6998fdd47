import type { RuntimeSettings, SettingsSources } from '../app/load-settings.ts';
import { systemClock } from '../base/clock.ts';
import type { Environment } from '../config/environment.ts';
import type { CliApp, CliFlags, CliSettings } from './cli-deps.ts';

export interface CliPlace {
  readonly cwd: string;
  readonly home: string;
  readonly environment: Environment;
}

/** The runtime behind the commands, loaded piece by piece when a command needs it. */
export function createCliApp(place: CliPlace): CliApp {
  /** Settings come from `loadSettings` below and are handed back here whole. */
  const whole = (settings: CliSettings) => ({ ...place, ...settings }) satisfies RuntimeSettings;

  return {
    async configAccess(flags) {
      const { configSections, configSources } = await import('../app/load-settings.ts');
      return { sources: configSources(sourcesOf(place, flags)), sections: configSections };
    },

    async loadSettings(flags) {
      const { loadSettings } = await import('../app/load-settings.ts');
      const { loaded, ...settings } = await loadSettings(sourcesOf(place, flags));
      return { ...settings, warnings: loaded.warnings };
    },

    async openClient(settings) {
      const { openClient } = await import('../app/open-client.ts');
      return openClient(whole(settings));
    },

    async connect({ dataDir }) {
      const { connectRuntime } = await import('../app/open-client.ts');
      return connectRuntime(dataDir);
    },

    async logInToMcp(settings, login, signal) {
      const { logInToMcp } = await import('../app/mcp-login.ts');
      await logInToMcp(whole(settings), login, signal);
    },

    async openReader(settings) {
      const { openReader } = await import('../app/open-runtime-storage.ts');
      return openReader(settings, systemClock);
    },

    async restore({ config, dataDir }, backupPath) {
      const { restoreRuntime } = await import('../app/restore-runtime.ts');
      return restoreRuntime({ config, dataDir, backupPath });
    },

    async runtimeFacts(settings, options) {
      const { runtimeFacts } = await import('../app/runtime-facts.ts');
      return runtimeFacts(whole(settings), options);
    },
  };
}

function sourcesOf({ cwd, home, environment }: CliPlace, flags: CliFlags): SettingsSources {
  const { configFile, set, dataDir, workspace } = flags;
  const values = { dataDir, 'workspace.path': workspace };
  return { file: configFile, cwd, home, environment, overrides: { set, values } };
}
