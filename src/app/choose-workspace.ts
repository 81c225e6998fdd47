import { access, constants, realpath } from 'node:fs/promises';
import { parse } from 'node:path';

export interface WorkspaceChoice {
  /** What configuration says; used when somebody said it, or when the current folder will not do. */
  readonly configured: string;
  readonly said: boolean;
  readonly cwd: string;
  readonly home: string;
}

/**
 * The folder the tools work in: what was configured, else the folder the command runs in. A home folder or a
 * root holds everything a person has, so those are never taken unasked.
 */
export async function chooseWorkspace({
  configured,
  said,
  cwd,
  home,
}: WorkspaceChoice): Promise<string> {
  if (said) return configured;
  const here = await realpath(cwd).catch(() => cwd);
  const tooWide = here === parse(here).root || here === (await realpath(home).catch(() => home));
  if (tooWide || !(await isWritable(here))) return configured;
  return here;
}

async function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
}
