import type { McpLogin } from '../app/mcp-login.ts';
import type { RuntimeClient } from '../app/runtime-client.ts';
import type { RuntimeFacts } from '../app/runtime-facts.ts';
import type { Clock } from '../base/clock.ts';
import type { IdSource } from '../base/ids.ts';
import type { ConfigSources } from '../config/config-sources.ts';
import type { Environment } from '../config/environment.ts';
import type { ConfigProblem } from '../config/problem.ts';
import type { Config } from '../config/schema.ts';
import type { ConfigSections } from '../config/sections.ts';
import type { Language } from '../protocol/language.ts';
import type { RestoreReport, Storage } from '../storage/storage.ts';

/** What was said on the command line before anything else is known. */
export interface CliFlags {
  readonly configFile?: string;
  /** `key=value`, in order. */
  readonly set: readonly string[];
  readonly dataDir?: string;
  readonly workspace?: string;
  readonly language?: Language;
}

/** Where configuration comes from, for the commands that are about it. */
export interface ConfigAccess {
  readonly sources: ConfigSources;
  readonly sections: ConfigSections;
}

/** What the commands know once the configuration is read. */
export interface CliSettings {
  readonly config: Config;
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute. */
  readonly workspace: string;
  /** The file in use; undefined when there is none. */
  readonly configFile: string | undefined;
  /** Paths of the values that flags and variables set for this process alone. */
  readonly said: readonly string[];
  /** What works but is probably not meant. */
  readonly warnings: readonly ConfigProblem[];
}

/** The runtime behind the commands. Each function loads what it needs when it is called. */
export interface CliApp {
  configAccess(flags: CliFlags): Promise<ConfigAccess>;
  loadSettings(flags: CliFlags): Promise<CliSettings>;
  /** The running runtime over its socket, else one of our own. */
  openClient(settings: CliSettings): Promise<RuntimeClient>;
  /** The running runtime, if there is one. Starts nothing. */
  connect(settings: CliSettings): Promise<RuntimeClient | undefined>;
  /** Signs in to an MCP server from this process. */
  logInToMcp(settings: CliSettings, login: McpLogin, signal: AbortSignal): Promise<void>;
  /** Reads beside whoever holds the data folder; undefined when there is no database yet. */
  openReader(settings: CliSettings): Promise<Storage | undefined>;
  /** Replaces the database by a backup; `storage_locked` while a runtime is running. */
  restore(settings: CliSettings, path: string): Promise<RestoreReport>;
  runtimeFacts(
    settings: CliSettings,
    options: { readonly online: boolean; readonly language: Language },
  ): Promise<RuntimeFacts>;
}

/** A stream that people may sit at. */
export type OutputStream = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

export type InputStream = NodeJS.ReadableStream & {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
};

export interface CliStreams {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

/** Everything the command line is given from outside. */
export interface CliDeps {
  readonly app: CliApp;
  readonly streams: CliStreams;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly version: string;
  readonly cwd: string;
  readonly home: string;
  /** Calls `handler` when the process is asked to end, until the returned function is called. */
  onSignal(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', handler: () => void): () => void;
}
