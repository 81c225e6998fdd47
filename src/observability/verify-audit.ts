import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { AUDIT_START, type AuditRecord, auditHash } from './audit.ts';

export type AuditVerdict =
  | { readonly ok: true; readonly records: number }
  /** `line` is the first one that cannot be trusted, from 1. */
  | { readonly ok: false; readonly line: number; readonly reason: string };

/** Walks the chain from the first record. Any changed, missing, added or reordered line breaks it. */
export async function verifyAudit(path: string): Promise<AuditVerdict> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity });
  let line = 0;
  let previous = AUDIT_START;
  for await (const text of lines) {
    line += 1;
    const record = parseRecord(text);
    const reason = record === undefined ? 'not a record' : problemOf(record, line, previous);
    if (reason !== undefined) return { ok: false, line, reason };
    previous = record?.hash ?? '';
  }
  return { ok: true, records: line };
}

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
