import { posix } from 'node:path';
import type { ProgramCall } from './program-call.ts';

/**
 * Whether the word names what a program reads: its input, or what another process has open. However it is spelt, there
 * is no script that anybody has seen in `/dev` and `/proc`.
 */
export function isStandardInput(text: string, { folders }: Pick<ProgramCall, 'folders'>): boolean {
  if (text === '-') return true;
  return folders.some((folder) => /^\/(dev|proc)\//.test(posix.resolve(folder, text)));
}
