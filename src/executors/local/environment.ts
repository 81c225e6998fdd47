import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string>>;

const KEPT = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'TERM'];

const DEFAULTS = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', TERM: 'dumb' };

/** What a command gets to see: five plain variables of the user, and what the request adds. Nothing else of ours. */
export function cleanEnvironment(base: Environment, added: Environment = {}): Environment {
  const kept = Object.entries(base).filter(([name]) => KEPT.includes(name));
  return { ...DEFAULTS, ...Object.fromEntries(kept), ...added };
}

/** bash, else sh, from the absolute folders of this PATH. */
export async function findShell({ PATH = '' }: Environment): Promise<string | undefined> {
  const folders = PATH.split(':').filter(isAbsolute);
  const candidates = ['bash', 'sh'].flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const candidate of [...candidates, '/bin/sh']) {
    const usable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return candidate;
  }
  return undefined;
}
