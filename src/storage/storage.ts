import type { Approval, ApprovalState } from '../protocol/approval.ts';
import type { Session, TodoItem } from '../protocol/session.ts';
import type { Step, Turn, TurnState } from '../protocol/turn.ts';
import type { Usage } from '../protocol/usage.ts';
import type { InboxStore, LeaseStore } from './inbox-store.ts';
import type { Operation } from './operation.ts';
import type {
  AllowanceRecord,
  ArtifactRecord,
  DeliveryRecord,
  DeliveryState,
  EffectRecord,
  FileChangeRecord,
  FileViewRecord,
  Lease,
  MessageRecord,
  ReceiptRecord,
  UsageRecord,
} from './records.ts';

export interface TurnStore {
  get(id: string): Promise<Turn | undefined>;
  byTrace(traceId: string): Promise<Turn | undefined>;
  byInbound(inboundId: string): Promise<Turn | undefined>;
  /** The one turn of the session that is running, waiting or ready. */
  open(sessionKey: string): Promise<Turn | undefined>;
  /** Newest first. The next page begins after the `startedAt` and the id of the last one. */
  list(filter: {
    readonly sessionKey?: string;
    readonly states?: readonly TurnState[];
    readonly limit?: number;
    readonly before?: number;
    readonly beforeId?: string;
  }): Promise<readonly Turn[]>;
  /** Without reading them, so that damaged ones count. */
  count(filter: { readonly states: readonly TurnState[] }): Promise<number>;
  /** The step of this name of the session's latest turn that has one. */
  lastStep(sessionKey: string, name: string): Promise<Step | undefined>;
  /** In the order in which they started. */
  steps(turnId: string): Promise<readonly Step[]>;
  /** Steps of the kind `tool`, newest first, each with its turn. `tool` is the tool's own name. Damaged ones are left out. */
  calls(filter: {
    readonly sessionKey?: string;
    readonly tool?: string;
    readonly limit: number;
  }): Promise<readonly { readonly turn: Turn; readonly step: Step }[]>;
}

export interface EffectStore {
  get(idempotencyKey: string): Promise<EffectRecord | undefined>;
  list(turnId: string): Promise<readonly EffectRecord[]>;
}

export interface MessageStore {
  /** Oldest first. A damaged row fails with `storage_damaged` naming session and seq. */
  list(
    sessionKey: string,
    page?: { readonly afterSeq?: number; readonly limit?: number },
  ): Promise<readonly MessageRecord[]>;
  /**
   * Messages whose text holds every word of the query, newest first, in any language. Words of scripts with
   * spaces match from their beginning and without regard to case; others (Chinese…) match anywhere. With
   * `principal`, only in sessions that this principal opened.
   */
  search(query: {
    readonly text: string;
    readonly principal?: string;
    readonly limit: number;
  }): Promise<readonly MessageRecord[]>;
}

export interface SessionStore {
  get(key: string): Promise<Session | undefined>;
  /**
   * Most recently used first, those of workers (`Session.parent`) only when asked for. The next page begins after the
   * `updatedAt` and the key of the last one.
   */
  list(filter: {
    readonly principal?: string;
    readonly channel?: string;
    readonly workers?: boolean;
    readonly limit: number;
    readonly before?: number;
    readonly beforeKey?: string;
  }): Promise<readonly Session[]>;
  todos(sessionKey: string): Promise<readonly TodoItem[]>;
  fileView(sessionKey: string, path: string): Promise<FileViewRecord | undefined>;
  fileChanges(turnId: string): Promise<readonly FileChangeRecord[]>;
}

export interface OutboxStore {
  /**
   * Marks due messages `sending` and returns them, at most one a chat, oldest first, so that order within a
   * chat is kept. A chat that has one `sending` or an earlier one `queued` for later gets none. Messages whose
   * `expiresAt` has come become `expired` instead.
   */
  claimDue(request: {
    readonly now: number;
    readonly limit: number;
    readonly channels: readonly string[];
  }): Promise<readonly DeliveryRecord[]>;
  /** What a dead process left `sending`, at start-up. */
  leftSending(): Promise<readonly DeliveryRecord[]>;
  /** When the next chat is due; undefined when nothing is queued but behind a message that is `sending`. */
  nextDueAt(channels: readonly string[]): Promise<number | undefined>;
  get(id: string): Promise<DeliveryRecord | undefined>;
  /** Newest first. */
  list(filter: {
    readonly sessionKey?: string;
    readonly turnId?: string;
    readonly states?: readonly DeliveryState[];
    readonly limit: number;
  }): Promise<readonly DeliveryRecord[]>;
  /** Without reading them, so that damaged ones count. */
  count(filter: { readonly states: readonly DeliveryState[] }): Promise<number>;
}

export interface ApprovalStore {
  get(id: string): Promise<Approval | undefined>;
  /** The latest question about this exact step of this turn. */
  forStep(turnId: string, stepName: string): Promise<Approval | undefined>;
  /** Oldest first. */
  list(filter: {
    readonly sessionKey?: string;
    readonly turnId?: string;
    readonly states?: readonly ApprovalState[];
    readonly limit: number;
  }): Promise<readonly Approval[]>;
  /** Allowances that hold in this session for this principal. */
  allowances(filter: {
    readonly sessionKey: string;
    readonly principal: string;
  }): Promise<readonly AllowanceRecord[]>;
}

export interface ArtifactStore {
  get(id: string): Promise<ArtifactRecord | undefined>;
  /** Undefined also for one whose content has expired. */
  read(id: string): Promise<Uint8Array | undefined>;
  /** Ids of artifacts of this kind, created before this, whose content is still kept. Oldest first. */
  kept(filter: {
    readonly kind: ArtifactRecord['kind'];
    readonly createdBefore: number;
    readonly limit: number;
  }): Promise<readonly string[]>;
}

export interface UsageStore {
  /** The sum over all records that match; `since` is a wall-clock time in milliseconds. */
  total(filter: {
    readonly turnId?: string;
    readonly sessionKey?: string;
    readonly principal?: string;
    readonly since?: number;
  }): Promise<Usage>;
  list(filter: { readonly turnId: string }): Promise<readonly UsageRecord[]>;
}

export interface ReceiptStore {
  get(traceId: string): Promise<ReceiptRecord | undefined>;
  /** Newest first. */
  list(filter: {
    readonly sessionKey?: string;
    readonly limit: number;
  }): Promise<readonly ReceiptRecord[]>;
}

/**
 * One open database: everything that must survive a crash. A backend is one folder here that fills this
 * interface and passes `storage.contract.ts`. Reads see every commit that has resolved.
 *
 * A record that can no longer be read hits only its own readers: reads of one record, session or turn fail with
 * `storage_damaged` (`details`: `table`, `key`), lists across sessions leave it out; both note it in `problems`.
 */
export interface Storage {
  readonly inbox: InboxStore;
  readonly leases: LeaseStore;
  readonly turns: TurnStore;
  readonly effects: EffectStore;
  readonly messages: MessageStore;
  readonly sessions: SessionStore;
  readonly outbox: OutboxStore;
  readonly approvals: ApprovalStore;
  readonly artifacts: ArtifactStore;
  readonly usage: UsageStore;
  readonly receipts: ReceiptStore;
  /**
   * Applies the operations in order, all or none, and resolves once they are on disk. With `fence` they apply
   * only while that lease is the session's newest and was not given back, else `stale_lease`. Commits take effect
   * in the order of the calls. `storage_unwritable` when the disk refuses; later commits work once it does not.
   */
  commit(operations: readonly Operation[], fence?: Lease): Promise<void>;
  /**
   * Copies a consistent state to `path` while others go on, checks the copy, and puts it there whole. Replaces an
   * older backup; fails with `conflict` when something else is there.
   */
  backup(path: string): Promise<BackupReport>;
  /** What was found wrong when opening or since: damaged files set aside, damaged rows. */
  problems(): readonly StorageProblem[];
  /** Waits for pending commits. Safe to call twice. */
  close(): Promise<void>;
}

/** One kind of storage, as the manifest names it. */
export interface StorageBackend {
  /**
   * Fails with `storage_locked` while another process has the folder, `storage_unwritable`, `storage_too_new`, or,
   * read-only, `not_found`. A damaged database is set aside, what can be read of it is kept, and `problems` says so.
   */
  open(options: OpenStorageOptions): Promise<Storage>;
  /** Puts a backup in the place of the database, which is kept aside. Nothing changes unless the backup is sound. */
  restore(request: RestoreRequest): Promise<RestoreReport>;
}

export interface RestoreRequest {
  readonly backupPath: string;
  readonly dataDir: string;
  readonly now: () => number;
}

export interface RestoreReport {
  readonly sessions: number;
  readonly messages: number;
  /** Where the database that was there before is now; absent when there was none. */
  readonly keptAs?: string;
}

export interface BackupReport {
  readonly path: string;
  readonly bytes: number;
  readonly sessions: number;
  readonly messages: number;
}

export interface StorageProblem {
  /** File or `table/row` it is about. */
  readonly where: string;
  /** English, for logs. */
  readonly what: string;
  /** Catalogue text for people, with its values. */
  readonly messageId: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly at: number;
}

export interface OpenStorageOptions {
  /** Folder of the database, created 0700 when missing. `:memory:` keeps everything in memory, for tests. */
  readonly dataDir: string;
  /** `full` survives power loss; `normal` survives kill -9 only. */
  readonly durability: 'full' | 'normal';
  /** Without the lock and beside a running owner; every write fails with `storage_locked`. */
  readonly readOnly?: boolean;
  readonly now: () => number;
}
