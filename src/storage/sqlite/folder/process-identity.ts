import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';

/** Names one process for as long as the machine runs, also after its number is given to another. */
export const ProcessIdentity = z.object({
  pid: z.int(),
  /** In ticks since the machine started; only where `/proc` tells. */
  startedAt: z.string().optional(),
  host: z.string(),
  /** Changes when the machine restarts. */
  bootId: z.string().optional(),
});
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

export function ownIdentity(): ProcessIdentity {
  const startedAt = startOf(process.pid);
  const boot = bootId();
  return {
    pid: process.pid,
    ...(startedAt !== undefined && { startedAt }),
    host: hostname(),
    ...(boot !== undefined && { bootId: boot }),
  };
}

/** Whether it certainly runs now, as another process of this machine. */
export function isRunning({ pid, startedAt, host, bootId: boot }: ProcessIdentity): boolean {
  if (pid === process.pid || host !== hostname() || boot !== bootId()) return false;
  return startedAt !== undefined && startOf(pid) === startedAt;
}

/** Whether the machine was restarted since; false when nobody can say. */
export function isOfEarlierBoot({ host, bootId: boot }: ProcessIdentity): boolean {
  return boot !== undefined && host === hostname() && boot !== bootId();
}

const FIELDS_BEFORE_START = 19;

/** Undefined for a process that is gone, or dead and only waits to be collected. */
function startOf(pid: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  // The name of the program stands in parentheses and may hold anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const isDead = fields?.[0] === 'Z' || fields?.[0] === 'X';
  return isDead ? undefined : fields?.[FIELDS_BEFORE_START];
}

function bootId(): string | undefined {
  return readIfThere('/proc/sys/kernel/random/boot_id')?.trim();
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
