import { delimiter, isAbsolute } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import type { Environment } from '../config/environment.ts';
import type { Executor } from '../executors/executor.ts';
import { executors } from '../executors/index.ts';
import { isInside } from '../security/path-policy.ts';
import type { RuntimeSettings } from './load-settings.ts';
import { openForeignExecutor } from './plugins/open-foreign-executor.ts';
import type { Plugins } from './plugins/open-plugins.ts';

/** What commands may know of this machine; everything else of our environment stays with us. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TMPDIR',
  'TERM',
  'TZ',
  'USER',
  'SHELL',
];

/** The executor that the configuration names. */
export function openExecutor(
  { config, environment, workspace }: Pick<RuntimeSettings, 'config' | 'environment' | 'workspace'>,
  clock: Clock,
  plugins: Pick<Plugins, 'executors'>,
): Executor {
  const name = config.execution.executor;
  const deps = { clock, baseEnvironment: baseEnvironmentOf({ environment, workspace }) };
  if (isExecutor(name)) {
    const definition = executors[name];
    return definition.create(definition.settings.parse({}), deps);
  }
  if (config.plugins.length > 0) return openForeignExecutor(name, plugins.executors, deps);
  throw new AgentError('invalid_config', `There is no executor "${name}".`, {
    messageId: 'app.unknown_part',
    values: { key: 'execution.executor', value: name, known: Object.keys(executors).join(', ') },
  });
}

/** What programs may know of this machine and its user. */
export function baseEnvironmentOf({
  environment,
  workspace,
}: Pick<RuntimeSettings, 'environment' | 'workspace'>): Record<string, string> {
  return { ...passedOn(environment), PATH: pathOutside(workspace, environment) };
}

function isExecutor(name: string): name is keyof typeof executors {
  return Object.hasOwn(executors, name);
}

/** A program that lies in the workspace may be one that the agent wrote: it is never what a bare name means. */
function pathOutside(workspace: string, environment: Environment): string {
  const folders = (environment.get('PATH') ?? '').split(delimiter);
  return folders
    .filter((folder) => isAbsolute(folder) && !isInside(workspace, folder))
    .join(delimiter);
}

function passedOn(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = environment.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
