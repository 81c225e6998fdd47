import type { Attachment, SubmitResult } from '../../app/runtime-client.ts';
import type { OutboundEvent } from '../../protocol/event.ts';
import { sessionKeyOf } from '../../protocol/event.ts';
import type { Language } from '../../protocol/language.ts';
import type { RunEvent } from '../../protocol/run-event.ts';
import type { TurnEnd } from '../exit-codes.ts';
import type { ChatClient } from './lasting-client.ts';

export interface ConversationDeps {
  readonly client: Pick<ChatClient, 'submit' | 'subscribe' | 'attach'>;
  readonly chatId: string;
  readonly canAsk: boolean;
  readonly assumeYes: boolean;
  languageOf(text: string): Language;
  /** Told the id of each message that was taken, before any answer to it is shown. */
  onSent(inboundId: string): void;
  /** Told of every live event of the session, in order. */
  onEvent(event: RunEvent): void;
  /** Shows a reply; it counts as delivered when this resolves. */
  onReply(event: OutboundEvent): Promise<void>;
}

/** One chat with the runtime: messages in, live events and replies out. */
export interface Conversation {
  readonly chatId: string;
  readonly sessionKey: string;
  send(text: string, attachments?: readonly Attachment[]): Promise<SubmitResult>;
  /** Resolves when the turn of that message has ended, also when it had before the call. */
  ended(inboundId: string): Promise<TurnEnd>;
  /** Resolves when the reply to that message was shown. */
  answered(inboundId: string): Promise<void>;
  /** Hears and shows nothing any more; what is queued stays queued. */
  close(): void;
}

export function sessionKeyOfChat(chatId: string): string {
  return sessionKeyOf({ channel: 'cli', accountId: 'default', chatId });
}

export async function openConversation(deps: ConversationDeps): Promise<Conversation> {
  const { client, chatId } = deps;
  const sessionKey = sessionKeyOfChat(chatId);
  const ends = createLatches<TurnEnd>();
  const answers = createLatches<void>();

  const unsubscribe = await client.subscribe(sessionKey, (event) => {
    deps.onEvent(event);
    if (event.type === 'turn-end') ends.open(event.inboundId, event);
  });
  let sending: Promise<unknown> = Promise.resolve();
  const detach = await client.attach(chatId, async (event) => {
    // An answer may overtake the receipt of its question.
    await sending.catch(() => undefined);
    await deps.onReply(event);
    if (event.kind === 'reply' && event.replyTo !== undefined) answers.open(event.replyTo);
  });

  return {
    chatId,
    sessionKey,

    send(text, attachments = []) {
      const sent = client
        .submit({
          chatId,
          text,
          ...(attachments.length > 0 && { attachments }),
          language: deps.languageOf(text),
          canAsk: deps.canAsk,
          assumeYes: deps.assumeYes,
        })
        .then((result) => {
          if ('inboundId' in result && result.inboundId !== undefined)
            deps.onSent(result.inboundId);
          return result;
        });
      sending = sent;
      return sent;
    },

    ended: (inboundId) => ends.wait(inboundId),
    answered: (inboundId) => answers.wait(inboundId),

    close() {
      unsubscribe();
      detach();
    },
  };
}

const REMEMBERED = 500;

/** Things that happen once each, to be waited for before or after they happen. */
interface Latches<Value> {
  open(key: string, value: Value): void;
  wait(key: string): Promise<Value>;
}

function createLatches<Value>(): Latches<Value> {
  const latches = new Map<string, PromiseWithResolvers<Value>>();

  function latch(key: string): PromiseWithResolvers<Value> {
    const known = latches.get(key);
    if (known !== undefined) return known;
    const fresh = Promise.withResolvers<Value>();
    latches.set(key, fresh);
    return fresh;
  }

  return {
    open(key, value) {
      latch(key).resolve(value);
      const [oldest] = latches.keys();
      if (latches.size > REMEMBERED && oldest !== undefined) latches.delete(oldest);
    },
    wait: (key) => latch(key).promise,
  };
}
