import { z } from 'zod';
import { ContentBlock } from './content.ts';
import { Language } from './language.ts';

/** `channel:userId`, proven by the channel; never read from a body. */
export const Principal = z.string().regex(/^[^:\s]+:\S+$/);
export type Principal = z.infer<typeof Principal>;

/** Where a message belongs and where its answer goes. */
export const ChatAddress = z.object({
  channel: z.string(),
  /** Which of several accounts on one platform; the reply leaves by the same. */
  accountId: z.string().default('default'),
  chatId: z.string(),
  threadId: z.string().optional(),
});
export type ChatAddress = z.infer<typeof ChatAddress>;

/** What a worker may use up; at most what its parent had left when it gave the order. */
export const ChildCaps = z.object({
  modelCalls: z.number(),
  toolCalls: z.number(),
  tokens: z.number(),
  costUsd: z.number(),
  wallTime: z.number(),
});
export type ChildCaps = z.infer<typeof ChildCaps>;

/** What makes a turn that of a worker: who gave the order, and what the worker is held to. */
export const ChildOrder = z.object({
  /** The task in a few words, for people. */
  title: z.string(),
  parentTurnId: z.string(),
  parentTraceId: z.string(),
  parentSessionKey: z.string(),
  /** The session with the person, however far up: what workers cost is told there. */
  conversation: z.string(),
  /** The call by which the order was given. */
  parentExecutionId: z.string(),
  /** 1 for a worker of a conversation, 2 for a worker of that one. */
  depth: z.int().positive(),
  /** The channel whose lists of tools hold: that of the conversation. */
  channel: z.string(),
  /** Names of the tools that it is held to; at most those of its parent. */
  allowedTools: z.array(z.string()),
  caps: ChildCaps,
  /** `provider/model` that the conversation asks for. */
  model: z.string().optional(),
  /** Whether the parent had read text from outside when it gave the order. */
  tainted: z.boolean(),
  /** The chat that gets the result of a task in the background; absent where the parent waits for it. */
  deliver: z.object({ sessionKey: z.string(), address: ChatAddress }).optional(),
});
export type ChildOrder = z.infer<typeof ChildOrder>;

/** A message on its way in: the only inbound shape that crosses the bus, whichever the entry. */
export const InboundEvent = z.object({
  /**
   * Unique per channel account; the same id is accepted once, also after a restart and after its session was
   * deleted. An accepted event has the id that `eventIdOf` makes of it, which is unique over all accounts.
   */
  id: z.string(),
  traceId: z.string(),
  sessionKey: z.string(),
  address: ChatAddress,
  principal: Principal,
  content: z.array(ContentBlock),
  language: Language,
  receivedAt: z.number(),
  /** Set by our own producers only, as is everything below: nothing from a payload reaches these fields. */
  unattended: z.boolean().default(false),
  cronAuthorized: z.boolean().default(false),
  /** Whether somebody can be asked for an approval while the turn runs. */
  canAsk: z.boolean().default(false),
  /** `--yes` of the owner's own command line: calls that the guard allows without facts need no question. */
  assumeYes: z.boolean().default(false),
  /** The order of an agent to its worker; nobody but the runtime itself gives one. */
  child: ChildOrder.optional(),
});
export type InboundEvent = z.infer<typeof InboundEvent>;

/** What an outbound event is for. */
export const OutboundKind = z.enum(['reply', 'notice', 'introduction']);
export type OutboundKind = z.infer<typeof OutboundKind>;

/** A message on its way out: the only outbound shape that crosses the bus. */
export const OutboundEvent = z.object({
  /** Also the deduplication key towards the platform. */
  id: z.string(),
  traceId: z.string(),
  sessionKey: z.string(),
  address: ChatAddress,
  kind: OutboundKind,
  /** Id of the inbound event it answers. */
  replyTo: z.string().optional(),
  content: z.array(ContentBlock),
  createdAt: z.number(),
  /** Not sent after this moment. */
  expiresAt: z.number(),
});
export type OutboundEvent = z.infer<typeof OutboundEvent>;

/**
 * `channel:chatId`; an account other than `default` and a thread stand before the colon, as in
 * `telegram@bot2/7:1`. No two conversations share a key.
 */
export function sessionKeyOf(address: ChatAddress): string {
  const { chatId, threadId } = address;
  const thread = threadId === undefined ? '' : `/${escaped(threadId)}`;
  return `${accountKeyOf(address)}${thread}:${chatId}`;
}

/** The id of an event among those of all accounts. Those of the command line stay as they are. */
export function eventIdOf({ address, id }: Pick<InboundEvent, 'address' | 'id'>): string {
  const account = accountKeyOf(address);
  return account === COMMAND_LINE && !id.startsWith('@') ? id : `@${account}:${id}`;
}

const COMMAND_LINE = 'cli';

/** `telegram`, or `telegram@bot2`; without a colon. */
function accountKeyOf({ channel, accountId }: ChatAddress): string {
  return accountId === 'default' ? escaped(channel) : `${escaped(channel)}@${escaped(accountId)}`;
}

function escaped(name: string): string {
  return name.replaceAll(/[%:@/]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}
