import { Worker } from 'node:worker_threads';
import { AgentError, type ErrorCode } from '../../../base/errors.ts';

export interface CopyOrder {
  readonly source: string;
  /** Must not exist yet. */
  readonly target: string;
}

export interface CopyReport {
  readonly applicationId: number;
  readonly version: number;
  /** `ok`, or what is wrong with the copy and so with its source; the counts are 0 then. */
  readonly check: string;
  readonly sessions: number;
  readonly messages: number;
}

export type CopyAnswer =
  | { readonly report: CopyReport }
  | {
      readonly failure: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly messageId?: string;
        readonly values: Readonly<Record<string, string | number>>;
      };
    };

/**
 * Copies a database into one file for its owner only, on disk when this resolves, and checks it, while others read
 * and write the source and this process goes on with other things.
 */
export async function copyDatabase(order: CopyOrder): Promise<CopyReport> {
  const answer = await new Promise<CopyAnswer>((resolve, reject) => {
    const worker = new Worker(workerUrl(), { workerData: order, execArgv: [] });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new AgentError('internal', 'The copy ended without a word.')));
  });
  if ('report' in answer) return answer.report;
  const { code, message, ...options } = answer.failure;
  throw new AgentError(code, message, options);
}

/** Its source while this is source, its build when this was built. */
function workerUrl(): URL {
  const source = new URL('./copy-worker.ts', import.meta.url);
  return import.meta.url.endsWith('.ts') ? source : new URL(source.href.replace(/ts$/, 'js'));
}
