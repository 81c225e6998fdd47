import type { Clock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import type { Redactor } from '../security/redactor.ts';
import { type AuditEntry, type AuditLog, auditHash } from './audit.ts';
import { type AuditFile, openAuditFile } from './audit-file.ts';

export interface AuditDeps {
  /** The file, `audit.jsonl` in the data folder. */
  readonly path: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** Told once each time that writing begins to fail, and of what was mended at the start. Must not throw. */
  onFailure(problem: string, thrown?: unknown): void;
}

const MOST_QUEUED = 10_000;
const LONGEST_TEXT = 300;
const LONGEST_RECORD = 16_000;
const RETRY_AFTER_MS = 1_000;

type Queued = AuditEntry & { readonly at: number };

/** Opens the audit file and goes on with its chain. */
export async function openAudit(deps: AuditDeps): Promise<AuditLog> {
  const file = await openAuditFile(deps.path, () => deps.clock.now());
  if (file.mended !== undefined) deps.onFailure(`audit.jsonl: ${file.mended}`);
  return createAuditLog(file, deps);
}

function createAuditLog(file: AuditFile, { clock, redactor, onFailure }: AuditDeps): AuditLog {
  const queue: Queued[] = [];
  let { seq, hash } = file.head;
  let dropped = 0;
  let failedAt: number | undefined;
  let writing: Promise<void> | undefined;
  let closed = false;

  function append(entry: AuditEntry) {
    queue.push({ ...entry, at: clock.now() });
    dropOldest();
    if (!isPausing()) void startWriting();
  }

  function dropOldest() {
    dropped += queue.splice(0, Math.max(0, queue.length - MOST_QUEUED)).length;
  }

  function isPausing(): boolean {
    return failedAt !== undefined && clock.monotonic() - failedAt < RETRY_AFTER_MS;
  }

  function startWriting(): Promise<void> {
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  async function writeAll() {
    // Entries of one turn of the event loop share a write.
    await Promise.resolve();
    while (queue.length > 0 && !closed) {
      const batch = queue.splice(0);
      const told = dropped;
      const chained = chain(batch);
      try {
        await file.append(chained.lines);
      } catch (thrown) {
        queue.unshift(...batch);
        dropOldest();
        if (failedAt === undefined) onFailure('The audit file cannot be written.', thrown);
        failedAt = clock.monotonic();
        return;
      }
      ({ seq, hash } = chained);
      dropped -= told;
      failedAt = undefined;
    }
  }

  /** The lines for these entries, and where the chain stands after them. */
  function chain(batch: readonly Queued[]) {
    const head = { seq, hash, lines: '' };
    const gap = { kind: 'audit-gap', at: clock.now(), principal: 'runtime', outcome: `${dropped}` };
    for (const entry of dropped > 0 ? [gap, ...batch] : batch) {
      const record = { ...contentOf(entry, redactor), seq: head.seq + 1, previous: head.hash };
      head.seq += 1;
      head.hash = auditHash(record);
      head.lines += `${JSON.stringify({ ...record, hash: head.hash })}\n`;
    }
    return head;
  }

  async function flush() {
    while ((queue.length > 0 || writing !== undefined) && !closed) {
      await startWriting();
      if (failedAt !== undefined) {
        throw new AgentError('storage_unwritable', 'The audit file cannot be written.');
      }
    }
  }

  return {
    append,
    flush,
    async close() {
      if (closed) return;
      await startWriting();
      closed = true;
      await file.close();
    },
  };
}

function contentOf(entry: object, redactor: Redactor): Readonly<Record<string, unknown>> {
  const content = boundTexts(redactor.value(entry)) as Readonly<Record<string, unknown>>;
  const tooLong = JSON.stringify(content).length > LONGEST_RECORD;
  return tooLong ? { ...content, details: 'left out: too long' } : content;
}

/** No full text of a person gets into the audit. */
function boundTexts(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  }
  if (Array.isArray(value)) return value.slice(0, 50).map(boundTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, boundTexts(item)]));
}
