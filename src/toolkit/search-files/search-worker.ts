import { parentPort, workerData } from 'node:worker_threads';
import { createLineMatcher } from './match-lines.ts';
import type { Match, SearchRequest } from './search-request.ts';
import { searchTree, type TreeReport } from './search-tree.ts';

/** What the worker says: each match as it is found, at last how it ended. */
export type WorkerMessage =
  | { readonly type: 'match'; readonly match: Match }
  | { readonly type: 'done'; readonly report: TreeReport }
  | { readonly type: 'problem'; readonly problem: string };

// The body of a worker thread: it runs when the thread starts; nothing imports it but its types.
const request = workerData as SearchRequest;

function send(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}

try {
  const matcher = createLineMatcher(request);
  const report = searchTree(request, matcher, (match) => send({ type: 'match', match }));
  send({ type: 'done', report });
} catch (thrown) {
  if (!(thrown instanceof SyntaxError)) throw thrown;
  send({ type: 'problem', problem: thrown.message });
}
