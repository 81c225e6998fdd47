import type { Environment } from './environment.ts';

export const CONFIG_FILE = 'echo-agent.yaml';

/** Everything configuration is made of, in order: defaults, file, environment, flags. */
export interface ConfigSources extends FilePlaces {
  readonly env: Environment;
  readonly overrides?: Overrides | undefined;
}

export interface FilePlaces {
  /** From `-c`. Without it: `echo-agent.yaml` in the current folder, else in `~/.echo-agent`. */
  readonly file?: string | undefined;
  readonly cwd: string;
  readonly home: string;
}

/** What the command line says. Dedicated flags win over `--set`. */
export interface Overrides {
  /** `key.path=value` of each `--set`, in order; the last one wins. */
  readonly set?: readonly string[];
  /** Values of dedicated flags by key path, such as `{ 'agent.language': 'zh' }`. Undefined: not given. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A place where a configuration file may be. */
export interface FileCandidate {
  readonly path: string;
  readonly found: boolean;
}
