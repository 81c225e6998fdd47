import type { ExecutorDefinition } from '../executors/executor.ts';
import type { ModelProviderDefinition } from '../models/model-provider.ts';
import type { Log } from '../observability/log.ts';
import type { Tool } from './tool.ts';

/** All that a plug-in is handed. What a call may know reaches its tools by their context. */
export interface PluginDeps {
  /**
   * `options` of its entry in the configuration: as a person wrote them and not checked, but for references to variables
   * and files, which are replaced under the names of secrets such as `apiKey` or `token`. A copy of its own.
   */
  readonly options: Readonly<Record<string, unknown>>;
  /** The runtime's log; it masks secrets and names the plug-in on every entry. */
  readonly log: Pick<Log, 'debug' | 'info' | 'warn' | 'error'>;
}

/**
 * What a plug-in adds: the exports of its module by these names, or what its default function gives. Everything is
 * checked when it is loaded, and whatever a name of ours or of another plug-in stands for already is kept out.
 */
export interface PluginParts {
  readonly tools?: readonly Tool[];
  /** By the `type` that a section of `providers` in the configuration says. */
  readonly providers?: Readonly<Record<string, ModelProviderDefinition>>;
  /** By the name that `execution.executor` says; created with the settings that its schema makes of `{}`. */
  readonly executors?: Readonly<Record<string, ExecutorDefinition>>;
}

/**
 * The default function of a plug-in's module, for one that needs its options. Called once, when the runtime starts; may
 * throw, which keeps this plug-in out and nothing else. It has ten seconds, those for loading its module included, and
 * nothing calls it when the runtime stops.
 */
export type Plugin = (deps: PluginDeps) => PluginParts | Promise<PluginParts>;
