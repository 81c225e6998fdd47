import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import type { ExecuteRequest } from '../executor.ts';
import { local } from './index.ts';

export const baseEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/home/ada',
  LANG: 'C.UTF-8',
  OPENAI_API_KEY: 'sk-secret',
  ECHO_AGENT_MODELS__KEY: 'secret',
};

export const executor = local.create({}, { clock: systemClock, baseEnvironment });

/** A folder of its own for the commands of one test. */
export function createLocalBed() {
  const cwd = mkdtempSync(join(tmpdir(), 'echo-local-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const run = (command: string, more: Partial<ExecuteRequest> = {}, signal = never()) => {
    const limits = { timeoutMs: 15_000, maxOutputBytes: 100_000 };
    return executor.execute({ command, cwd, ...limits, ...more }, signal);
  };
  return { cwd, run };
}

export function never(): AbortSignal {
  return new AbortController().signal;
}
