import type { ContentBlock } from '../../protocol/content.ts';
import type { OutboundEvent } from '../../protocol/event.ts';
import type { Session } from '../../protocol/session.ts';
import { isWorkerSession } from '../../protocol/worker-session.ts';
import type { Operation } from '../../storage/operation.ts';
import type { Storage } from '../../storage/storage.ts';
import type { ToolExecutionContext } from '../../tools/tool.ts';

/** What tools that write to people are given. */
export interface Chats {
  readonly storage: Pick<Storage, 'commit' | 'outbox' | 'sessions' | 'messages'>;
  /** How long a message waits for somebody to take it. */
  readonly keepMs: number;
  /** Principal of whom this runtime belongs to. */
  readonly owner: string;
  /** Told when something is queued. */
  wake(): void;
}

type Context = Pick<ToolExecutionContext, 'idempotencyKey' | 'traceId' | 'now'>;

/** One message of one call: made again, it has the same id, and is queued once. */
function deliveryId({ idempotencyKey }: Pick<Context, 'idempotencyKey'>): string {
  return `tool:${idempotencyKey}`;
}

/** Puts a message of a tool into the outbox, `beside` what it needs, in one commit. */
export async function queueMessage(
  { storage, keepMs, wake }: Chats,
  {
    to,
    content,
    beside = [],
  }: {
    readonly to: Session;
    readonly content: readonly ContentBlock[];
    readonly beside?: readonly Operation[];
  },
  context: Context,
): Promise<void> {
  const now = context.now();
  const event: OutboundEvent = {
    id: deliveryId(context),
    traceId: context.traceId,
    sessionKey: to.key,
    address: to.address,
    kind: 'notice',
    content: [...content],
    createdAt: now,
    expiresAt: now + keepMs,
  };
  await storage.commit([...beside, { op: 'enqueue-delivery', event }]);
  wake();
}

/** Whether this very call has queued its message, in an earlier process too. */
export async function hasQueued({ storage }: Chats, context: Context): Promise<boolean> {
  return (await storage.outbox.get(deliveryId(context))) !== undefined;
}

/** The session of a chat with people; undefined for what is none: workers, direct calls, keys that nobody has. */
export async function findChat(
  { storage }: Pick<Chats, 'storage'>,
  sessionKey: string,
): Promise<Session | undefined> {
  const session = await storage.sessions.get(sessionKey);
  return session !== undefined && isChat(session) ? session : undefined;
}

export function isChat({ key, address }: Session): boolean {
  return !isWorkerSession(key) && !address.chatId.startsWith('@');
}
