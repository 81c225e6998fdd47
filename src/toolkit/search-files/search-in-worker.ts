import { Worker } from 'node:worker_threads';
import { type SearchLimits, untilLate } from './search-limits.ts';
import type { Match, SearchOutcome, SearchRequest } from './search-request.ts';
import type { WorkerMessage } from './search-worker.ts';

/** Sources run as .ts, the built program as .js. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './search-worker.ts' : './search-worker.js',
  import.meta.url,
);

/** Our own search, in a thread of its own: a pattern that never ends takes only that thread with it. */
export async function searchInWorker(
  request: SearchRequest,
  limits: SearchLimits,
): Promise<SearchOutcome> {
  const matches: Match[] = [];
  const worker = new Worker(WORKER, {
    workerData: request,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  try {
    const last = await untilLate(endOf(worker, matches), limits);
    return { matches, state: 'timeout', ...last };
  } finally {
    await worker.terminate();
  }
}

function endOf(worker: Worker, matches: Match[]): Promise<Partial<SearchOutcome>> {
  return new Promise((resolve, reject) => {
    worker.on('error', reject);
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'match') matches.push(message.match);
      else if (message.type === 'done') resolve({ state: 'complete', ...message.report });
      else resolve({ state: 'complete', problem: message.problem });
    });
  });
}
