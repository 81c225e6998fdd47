import { stat } from 'node:fs/promises';
import type { CapturedOutput, ExecuteRequest, ExecuteResult } from '../executor.ts';

const NOTHING: CapturedOutput = { head: '', tail: '', omittedBytes: 0, totalBytes: 0 };

export const NO_SHELL = 'There is neither bash nor sh on this machine.';

/** What is known before trying; undefined when nothing speaks against it. */
export async function whyNotStarted({
  cwd,
  command,
}: Pick<ExecuteRequest, 'cwd' | 'command'>): Promise<string | undefined> {
  if (command.includes('\0')) return 'The command holds a NUL character.';
  const folder = await stat(cwd).catch(() => undefined);
  if (folder === undefined) return `The working folder ${cwd} does not exist.`;
  return folder.isDirectory() ? undefined : `The working folder ${cwd} is a file.`;
}

/** What the system said when it could not start the shell. */
export function explainSpawnError(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
  return REASONS[code] ?? `The shell could not be started (${code}).`;
}

const REASONS: Readonly<Record<string, string>> = {
  E2BIG: 'The command is too long for this system. Write it to a script file and run that.',
  EACCES: 'The working folder or the shell may not be used by this user.',
  EAGAIN: 'The system has no room for another process now.',
  ENOMEM: 'The system has no memory for another process now.',
  EMFILE: 'Too many files are open for another process now.',
  ENFILE: 'Too many files are open for another process now.',
};

export function neverRan(ended: 'cancelled' | 'not_started', problem?: string): ExecuteResult {
  return {
    ended,
    exitCode: undefined,
    terminationSignal: undefined,
    stdout: NOTHING,
    stderr: NOTHING,
    durationMs: 0,
    ...(problem !== undefined && { problem }),
  };
}
