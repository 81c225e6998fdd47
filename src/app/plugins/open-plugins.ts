import { dirname } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import type { AgentError } from '../../base/errors.ts';
import type { Config } from '../../config/schema.ts';
import type { ExecutorDefinition } from '../../executors/executor.ts';
import { executors } from '../../executors/index.ts';
import { providerSettings } from '../../models/index.ts';
import type { ModelProviderDefinition } from '../../models/model-provider.ts';
import type { Log } from '../../observability/log.ts';
import { describeError } from '../../protocol/catalogue.ts';
import type { Redactor } from '../../security/redactor.ts';
import type { PluginParts } from '../../tools/plugin-parts.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { RuntimeSettings } from '../load-settings.ts';
import { loadPlugin } from './load-plugin.ts';
import { namedTwice, nameTaken, toolRefused } from './plugin-problems.ts';
import { type SectionsInUse, withAdapters } from './with-adapters.ts';

/** The part of the log that is used here. */
export type PluginLog = Pick<Log, 'debug' | 'info' | 'warn' | 'error'> & {
  with(fields: { readonly plugin: string }): PluginLog;
};

export interface OpenPluginsDeps {
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly log: PluginLog;
}

/** What the plug-ins of the configuration add. Those that were kept out add nothing. */
export interface Plugins {
  readonly executors: Readonly<Record<string, ExecutorDefinition>>;
  /** The sections of `providers`, each with its adapter where a plug-in gives it. */
  readonly sections: SectionsInUse;
  /** Puts their tools beside those that are there. */
  register(registry: ToolRegistry): void;
  report(): PluginsReport;
}

export interface PluginsReport {
  /** Modules, as the configuration names them. */
  readonly loaded: readonly string[];
  /** What was kept out, and why. */
  readonly problems: readonly AgentError[];
}

type Loaded = { readonly module: string; readonly parts: PluginParts };

/** Runs the code of every plug-in that is switched on. Must not throw. */
export async function openPlugins(
  { config, configFile }: Pick<RuntimeSettings, 'config' | 'configFile'>,
  deps: OpenPluginsDeps,
): Promise<Plugins> {
  const problems: AgentError[] = [];
  const keepOut = (problem: AgentError, module: string) => {
    problems.push(problem);
    const { cause } = problem;
    deps.log.error(describeError(problem, 'en'), {
      plugin: module,
      ...(cause !== undefined && { cause }),
    });
  };
  const loaded = await loadAll(config.plugins, {
    ...deps,
    folders: foldersOf(configFile),
    keepOut,
  });
  const gather = gatherFrom(loaded, keepOut);
  const providers = gather('providers', providerSettings);

  return {
    executors: gather('executors', executors),
    sections: withAdapters(config, providers, keepOut),
    register: (registry) => registerTools(registry, loaded, keepOut),
    report: () => ({ loaded: loaded.map(({ module }) => module), problems }),
  };
}

/** A package is looked for beside the configuration file, then beside us. */
function foldersOf(configFile: string | undefined): readonly string[] {
  return [...(configFile === undefined ? [] : [dirname(configFile)]), import.meta.dirname];
}

type KeepOut = (problem: AgentError, module: string) => void;

interface LoadAllDeps extends OpenPluginsDeps {
  readonly folders: readonly string[];
  readonly keepOut: KeepOut;
}

/** Side by side, so that several that hang take no longer than one; in the order of the configuration. */
async function loadAll(
  entries: Config['plugins'],
  { keepOut, ...deps }: LoadAllDeps,
): Promise<readonly Loaded[]> {
  const enabled = entries.filter((entry) => entry.enabled);
  const wanted = enabled.filter((entry, index) => {
    const first = enabled.findIndex(({ module }) => module === entry.module) === index;
    if (!first) keepOut(namedTwice(entry.module), entry.module);
    return first;
  });
  const loaded = await Promise.all(
    wanted.map(async (entry) => {
      const { module } = entry;
      const log = deps.log.with({ plugin: module });
      const { parts, problem } = await loadPlugin(entry, { ...deps, log });
      if (problem !== undefined) keepOut(problem, module);
      else log.info('A plug-in was loaded.');
      return parts === undefined ? [] : [{ module, parts }];
    }),
  );
  return loaded.flat();
}

/** What they give of one kind, by name; a name that stands for something already is kept out. */
function gatherFrom(loaded: readonly Loaded[], keepOut: KeepOut) {
  return <Kind extends 'providers' | 'executors'>(kind: Kind, known: object) => {
    type Definition = Kind extends 'providers' ? ModelProviderDefinition : ExecutorDefinition;
    const all: Record<string, Definition> = {};
    for (const { module, parts } of loaded) {
      const given = (parts[kind] ?? {}) as Readonly<Record<string, Definition>>;
      for (const [name, definition] of Object.entries(given)) {
        if (Object.hasOwn(known, name) || Object.hasOwn(all, name)) {
          keepOut(nameTaken(module, name), module);
        } else all[name] = definition;
      }
    }
    return all;
  };
}

function registerTools(registry: ToolRegistry, loaded: readonly Loaded[], keepOut: KeepOut): void {
  for (const { module, parts } of loaded) {
    const { rejected } = registry.replace(`plugin:${module}`, parts.tools ?? []);
    for (const { name, reason } of rejected) keepOut(toolRefused(module, name, reason), module);
  }
}
