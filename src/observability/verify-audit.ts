import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { AUDIT_START, type AuditRecord, auditHash } from './audit.ts';

export type AuditVerdict =
  | { readonly ok: true; readonly records: number }
  /** `line` is the first one that cannot be trusted, from 1. */
  | { readonly ok: false; readonly line: number; readonly reason: string };

/**
 * Walks the chain from the first record. Any changed, missing, added or reordered line breaks it; a last line that is
 * not finished does not count, since it may just be written.
 */
export async function verifyAudit(path: string): Promise<AuditVerdict> {
  let line = 0;
  let previous = AUDIT_START;
  for await (const text of finishedLines(path)) {
    line += 1;
    const record = parseRecord(text);
    const reason = record === undefined ? 'not a record' : problemOf(record, line, previous);
    if (reason !== undefined) return { ok: false, line, reason };
    previous = record?.hash ?? '';
  }
  return { ok: true, records: line };
}

/** Without what is added meanwhile. */
async function* finishedLines(path: string): AsyncGenerator<string> {
  const end = await endOfLines(path);
  if (end === 0) return;
  const input = createReadStream(path, { encoding: 'utf8', end: end - 1 });
  yield* createInterface({ input, crlfDelay: Infinity });
}

/** How many bytes the finished lines have. */
async function endOfLines(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    for (let end = size; end > 0; end -= CHUNK) {
      const start = Math.max(0, end - CHUNK);
      const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
      const at = buffer.lastIndexOf(LINE_FEED);
      if (at >= 0) return start + at + 1;
    }
    return 0;
  } finally {
    await file.close();
  }
}

const CHUNK = 65_536;
const LINE_FEED = 10;

function problemOf(record: AuditRecord, seq: number, previous: string): string | undefined {
  if (record.seq !== seq) return `record ${record.seq} stands where ${seq} belongs`;
  if (record.previous !== previous) return 'not bound to the record before it';
  return record.hash === auditHash(record) ? undefined : 'changed after it was written';
}

/** The record in a line of the file; undefined when it holds none. */
export function parseRecord(text: string): AuditRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is AuditRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { seq, hash, previous } = value as Partial<AuditRecord>;
  return typeof seq === 'number' && typeof hash === 'string' && typeof previous === 'string';
}
