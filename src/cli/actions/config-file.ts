import { join } from 'node:path';
import { CONFIG_FILE } from '../../config/config-sources.ts';
import type { FileEditing } from '../../config/file-edit.ts';
import { checkConfig } from '../../config/load-config.ts';
import type { ConfigAccess } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';

/** The file that is read, else the one that would be made: the one named with `-c`, or that of the person. */
export async function fileInUse({ sources, sections }: ConfigAccess): Promise<string> {
  const { files } = await checkConfig(sources, sections);
  const found = files.find((file) => file.found)?.path;
  return found ?? files.at(-1)?.path ?? join(sources.home, '.echo-agent', CONFIG_FILE);
}

export function fileEditing({ deps }: Cli, { sources, sections }: ConfigAccess): FileEditing {
  const { file, cwd, home, env } = sources;
  return { file, cwd, home, env, sections, clock: deps.clock };
}
