import { z } from 'zod';
import { InboundEvent, OutboundEvent, Principal } from '../protocol/event.ts';
import { Message } from '../protocol/message.ts';
import { Origin } from '../protocol/origin.ts';
import { IdempotencyClass } from '../protocol/tool-call.ts';
import { Usage } from '../protocol/usage.ts';

/** How far an accepted message has come. Every one ends in a state other than the first two. */
export const InboxState = z.enum([
  'queued',
  'running',
  'done',
  'failed',
  'stopped',
  'capped',
  'quarantined',
]);
export type InboxState = z.infer<typeof InboxState>;

export const InboxRecord = z.object({
  /** Position within the session, from 1; turns run in this order. */
  seq: z.int(),
  event: InboundEvent,
  state: InboxState,
  acceptedAt: z.number(),
});
export type InboxRecord = z.infer<typeof InboxRecord>;

/** The right to work on one session. Each claim raises the fence; writes with an older one are refused. */
export const Lease = z.object({
  sessionKey: z.string(),
  owner: z.string(),
  until: z.number(),
  fence: z.int(),
});
export type Lease = z.infer<typeof Lease>;

/** One side effect. `intent` is committed before it is tried; `unknown` means nobody can say whether it happened. */
export const EffectRecord = z.object({
  /** First 24 hex digits of the digest that names the call; at most one execution each. */
  idempotencyKey: z.string(),
  /** Of a call outside any turn: its session key, `#`, and what makes it unique. */
  turnId: z.string(),
  stepName: z.string(),
  tool: z.string(),
  class: IdempotencyClass,
  status: z.enum(['intent', 'done', 'failed', 'unknown']),
  /** What the finished call returned, for a replay. */
  receipt: z.unknown().optional(),
  at: z.number(),
});
export type EffectRecord = z.infer<typeof EffectRecord>;

export const DeliveryState = z.enum(['queued', 'sending', 'sent', 'failed', 'unknown', 'expired']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** One message on its way out. */
export const DeliveryRecord = z.object({
  event: OutboundEvent,
  turnId: z.string().optional(),
  /** Position within the whole outbox; order within a chat follows it. */
  seq: z.int(),
  state: DeliveryState,
  attempts: z.int(),
  /** Not tried before this moment. */
  nextAttemptAt: z.number(),
  startedAt: z.number().optional(),
  settledAt: z.number().optional(),
  /** The platform's answer: message id on success, the reason otherwise. */
  receipt: z.string().optional(),
});
export type DeliveryRecord = z.infer<typeof DeliveryRecord>;

/** One entry of a transcript as stored. */
export const MessageRecord = z.object({
  sessionKey: z.string(),
  /** Position within the session, from 1, without gaps at the time of writing. */
  seq: z.int(),
  turnId: z.string(),
  /** Position within the turn; with `turnId` it makes appending safe to repeat. */
  ordinal: z.int(),
  message: Message,
  at: z.number(),
});
export type MessageRecord = z.infer<typeof MessageRecord>;

export const UsageRecord = z.object({
  turnId: z.string(),
  stepName: z.string(),
  traceId: z.string(),
  /** The conversation: what its workers used is part of what it used. */
  sessionKey: z.string(),
  principal: Principal,
  provider: z.string(),
  model: z.string(),
  at: z.number(),
  usage: Usage,
});
export type UsageRecord = z.infer<typeof UsageRecord>;

/** A yes that reaches further than one call. */
export const AllowanceRecord = z.object({
  id: z.string(),
  scope: z.enum(['session', 'always']),
  /** Set when the scope is `session`. */
  sessionKey: z.string().optional(),
  principal: Principal,
  tool: z.string(),
  pattern: z.string(),
  /** As in the approval; one without it covers nothing. */
  place: z.string().optional(),
  createdAt: z.number(),
});
export type AllowanceRecord = z.infer<typeof AllowanceRecord>;

/** A long output or a kept earlier version of a file. */
export const ArtifactRecord = z.object({
  id: z.string(),
  sessionKey: z.string(),
  turnId: z.string().optional(),
  /** `output`, `before-image` or `attachment`. */
  kind: z.enum(['output', 'before-image', 'attachment']),
  mediaType: z.string(),
  name: z.string().optional(),
  bytes: z.int(),
  createdAt: z.number(),
  /** Whose words it holds, where they are not the owner's own files: reading it later makes them no more trusted. */
  origin: Origin.optional(),
  /** When its content was dropped because it was old; the record stays to say so. */
  expiredAt: z.number().optional(),
});
export type ArtifactRecord = z.infer<typeof ArtifactRecord>;

/** What a session knows of a file: the digest of the content that it last read or wrote. */
export const FileViewRecord = z.object({
  sessionKey: z.string(),
  path: z.string(),
  /** SHA-256, hex; of the whole file. */
  hash: z.string(),
  at: z.number(),
});
export type FileViewRecord = z.infer<typeof FileViewRecord>;

/** A change to a workspace file that `undo` can take back. */
export const FileChangeRecord = z.object({
  turnId: z.string(),
  stepName: z.string(),
  sessionKey: z.string(),
  path: z.string(),
  /** Artifact with the earlier bytes; absent when the file did not exist. */
  beforeArtifactId: z.string().optional(),
  beforeMode: z.int().optional(),
  /** SHA-256 after the change; absent when the file was deleted. */
  afterHash: z.string().optional(),
  undone: z.boolean().default(false),
  at: z.number(),
});
export type FileChangeRecord = z.infer<typeof FileChangeRecord>;

/** What happened at the door to an event that became no turn: refused, limited, a duplicate, answered "busy". */
export const ReceiptRecord = z.object({
  traceId: z.string(),
  sessionKey: z.string(),
  channel: z.string(),
  outcome: z.enum(['duplicate', 'busy', 'refused', 'command']),
  reason: z.string(),
  /** What a command was answered; absent while it is carried out. */
  reply: z
    .object({
      text: z.string(),
      chatId: z.string().optional(),
      inboundId: z.string().optional(),
    })
    .optional(),
  at: z.number(),
});
export type ReceiptRecord = z.infer<typeof ReceiptRecord>;
