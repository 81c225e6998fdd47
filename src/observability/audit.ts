import { createHash } from 'node:crypto';
import { canonicalJson } from '../base/json.ts';

/** Something that somebody must be able to account for later. */
export interface AuditEntry {
  readonly kind:
    | 'tool-call'
    | 'tool-denial'
    | 'worker-escape'
    | 'approval-request'
    | 'approval-decision'
    | 'approval-expiry'
    | 'authentication'
    | 'policy-change'
    | 'delegation';
  readonly principal: string;
  readonly outcome: string;
  readonly sessionKey?: string;
  readonly traceId?: string;
  readonly turnId?: string;
  readonly stepName?: string;
  /** Facts; long texts are cut and secrets masked when they are written. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Where accountable acts are written, in order, each bound to the one before. */
export interface AuditLog {
  /** Queues the entry and returns at once. Must not throw: a failing disk is reported to `onFailure`. */
  append(entry: AuditEntry): void;
  /** Resolves once everything appended so far is on disk; `storage_unwritable` when it cannot be. */
  flush(): Promise<void>;
  /** Writes what can still be written and lets go of the file. Safe to call twice. */
  close(): Promise<void>;
}

/** One line of the file. */
export interface AuditRecord {
  readonly seq: number;
  readonly at: number;
  readonly kind: string;
  readonly previous: string;
  readonly hash: string;
  readonly [field: string]: unknown;
}

/** What the first record is bound to. */
export const AUDIT_START = '0'.repeat(64);

/** SHA-256 over the canonical record without its own hash, hex. */
export function auditHash(record: Readonly<Record<string, unknown>>): string {
  const { hash: _, ...rest } = record;
  return createHash('sha256').update(canonicalJson(rest)).digest('hex');
}
