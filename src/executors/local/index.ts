import { z } from 'zod';
import { defineExecutor, type Executor, type ExecutorDeps } from '../executor.ts';
import { startBackground } from './background.ts';
import { cleanEnvironment, findShell } from './environment.ts';
import { runCommand } from './run-command.ts';
import { NO_SHELL, neverRan, whyNotStarted } from './start-problems.ts';

/** Runs commands on this machine, as this user, without a sandbox. */
export const local = defineExecutor({
  settings: z.strictObject({}),
  create: (_settings, deps) => createLocalExecutor(deps),
});

/** `lastShell` is taken where `PATH` leads to none. */
export function createLocalExecutor(
  { clock, baseEnvironment }: ExecutorDeps,
  lastShell = '/bin/sh',
): Executor {
  let found: Promise<string | undefined> | undefined;

  /** Looked for until there is one; asked before each turn. */
  async function shellOfUser(): Promise<string | undefined> {
    found ??= findShell(cleanEnvironment(baseEnvironment), lastShell);
    const shell = await found;
    if (shell === undefined) found = undefined;
    return shell;
  }

  return {
    name: 'local',

    async execute(request, signal) {
      if (signal.aborted) return neverRan('cancelled');
      const environment = cleanEnvironment(baseEnvironment, request.env);
      const shell = await shellOfUser();
      if (shell === undefined) return neverRan('not_started', NO_SHELL);
      const problem = await whyNotStarted(request);
      if (problem !== undefined) return neverRan('not_started', problem);
      return runCommand({ shell, environment, request, signal }, clock);
    },

    async start(request) {
      const environment = cleanEnvironment(baseEnvironment, request.env);
      const shell = await shellOfUser();
      if (shell === undefined) return { state: 'not_started', problem: NO_SHELL };
      const problem = await whyNotStarted(request);
      if (problem !== undefined) return { state: 'not_started', problem };
      return startBackground({ shell, environment, request }, clock);
    },

    async readiness() {
      if (process.platform === 'win32') {
        return { ready: false, reason: 'Commands need Linux or macOS; this is Windows.' };
      }
      const shell = await shellOfUser();
      if (shell === undefined) return { ready: false, reason: NO_SHELL };
      return { ready: true };
    },
  };
}
