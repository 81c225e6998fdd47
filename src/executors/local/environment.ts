import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string>>;

const KEPT = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'TERM'];

const DEFAULTS = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', TERM: 'dumb' };

/**
 * Settings of git that win over those of a repository. Ordinary files can form a bare repository, whose
 * configuration starts programs when somebody only asks for its status; so one has to be named to be used.
 */
const GIT = { GIT_CONFIG_PARAMETERS: "'safe.bareRepository=explicit' 'core.fsmonitor=false'" };

/**
 * What a command gets to see: five plain variables of the user, settings of git, and what the request adds.
 * Nothing else of ours. Programs are looked for in absolute folders only, never in the folder of the command.
 */
export function cleanEnvironment(base: Environment, added: Environment = {}): Environment {
  const kept = Object.entries(base).filter(([name]) => KEPT.includes(name));
  const { PATH = '', ...others } = Object.fromEntries(kept);
  const folders = PATH.split(':').filter(isAbsolute).join(':');
  return { ...DEFAULTS, ...GIT, ...others, ...(folders !== '' && { PATH: folders }), ...added };
}

/** bash, else sh, else the last one. */
export async function findShell(
  environment: Environment,
  last: string,
): Promise<string | undefined> {
  const found = (await findProgram('bash', environment)) ?? (await findProgram('sh', environment));
  return found ?? ((await isProgram(last)) ? last : undefined);
}

/** Looked for in the absolute folders of PATH. */
export async function findProgram(
  name: string,
  { PATH = '' }: Environment,
): Promise<string | undefined> {
  for (const folder of PATH.split(':').filter(isAbsolute)) {
    const path = join(folder, name);
    if (await isProgram(path)) return path;
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
