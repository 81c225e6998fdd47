import { z } from 'zod';
import type { ConfigSources, Overrides } from '../config/config-sources.ts';
import type { Environment } from '../config/environment.ts';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { saidPaths } from '../config/said-paths.ts';
import type { Config } from '../config/schema.ts';
import type { ConfigSections } from '../config/sections.ts';
import { providerSettings } from '../models/index.ts';
import { OFFLINE, presets } from '../models/presets.ts';
import { chooseWorkspace } from './choose-workspace.ts';

/** Everything that a runtime is made from. */
export interface RuntimeSettings {
  readonly config: Config;
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute. */
  readonly workspace: string;
  /** The configuration file in use; undefined when there is none. */
  readonly configFile: string | undefined;
  readonly environment: Environment;
  readonly home: string;
}

/** Where the process stands, and what its command line says. */
export interface SettingsSources {
  readonly file?: string | undefined;
  readonly cwd: string;
  readonly home: string;
  readonly environment: Environment;
  readonly overrides: Overrides;
}

export interface LoadedSettings extends RuntimeSettings {
  readonly loaded: LoadedConfig;
  /** Paths of the values that flags and variables set for this process alone. */
  readonly said: readonly string[];
}

/** The sections that adapters own, for the configuration to check without knowing any adapter. */
export const configSections: ConfigSections = {
  providers: {
    schemas: providerSettings,
    names: [...Object.keys(presets), OFFLINE],
    typeOf: (name, section) =>
      presetNamed(section['preset'])?.type ?? presetNamed(name)?.type ?? typeNamed(name),
  },
  channels: {
    schemas: { cli: z.strictObject({}) },
    names: ['cli'],
    typeOf: (name) => (name === 'cli' ? 'cli' : undefined),
  },
};

function presetNamed(name: unknown) {
  return typeof name === 'string' && Object.hasOwn(presets, name) ? presets[name] : undefined;
}

function typeNamed(name: string): string | undefined {
  return Object.hasOwn(providerSettings, name) ? name : undefined;
}

export function configSources(sources: SettingsSources): ConfigSources {
  const { file, cwd, home, environment, overrides } = sources;
  return { file, cwd, home, env: environment, overrides };
}

/** Throws one `invalid_config` that lists everything that is wrong. */
export async function loadSettings(sources: SettingsSources): Promise<LoadedSettings> {
  const { cwd, home, environment } = sources;
  const loaded = await loadConfig(configSources(sources), configSections);
  const { config, draft, files } = loaded;
  const workspace = await chooseWorkspace({
    configured: config.workspace.path,
    said: draft.originOf(['workspace', 'path']).kind !== 'default',
    cwd,
    home,
  });
  const configFile = files.find(({ found }) => found)?.path;
  return {
    config,
    dataDir: config.dataDir,
    workspace,
    configFile,
    environment,
    home,
    loaded,
    said: saidPaths(loaded),
  };
}
