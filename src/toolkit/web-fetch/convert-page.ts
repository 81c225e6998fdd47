import { Worker } from 'node:worker_threads';
import type { Clock } from '../../base/clock.ts';
import { AgentError } from '../../base/errors.ts';
import { withDeadline } from '../../base/with-deadline.ts';
import type { Page, PageSource } from './page.ts';
import type { PageMessage } from './page-worker.ts';

export interface ConvertLimits {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Sources run as .ts, the built program as .js. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './page-worker.ts' : './page-worker.js',
  import.meta.url,
);

/** A page as Markdown, made in a thread of its own: markup that takes forever takes only that thread with it. */
export async function convertPage(source: PageSource, limits: ConvertLimits): Promise<Page> {
  const { clock, timeoutMs: ms, signal } = limits;
  const worker = new Worker(WORKER, {
    workerData: source,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  try {
    const deadline = { ms, signal, reason: () => unreadable('takes too long to read') };
    return await withDeadline(clock, deadline, (within) => pageOf(worker, within));
  } finally {
    await worker.terminate();
  }
}

function pageOf(worker: Worker, signal: AbortSignal): Promise<Page> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
    worker.once('message', (page: PageMessage) => resolve(page));
    worker.once('error', (cause) => reject(unreadable('cannot be read', cause)));
  });
}

function unreadable(why: string, cause?: unknown): AgentError {
  return new AgentError('unavailable', `The markup of this page ${why}.`, {
    cause,
    details: { alternative: 'Look for another source, or for a plainer page of the same site.' },
  });
}
