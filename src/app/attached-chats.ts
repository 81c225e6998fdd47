import { AgentError } from '../base/errors.ts';
import type { DeliveryAnswer, DeliveryTarget } from '../bus/delivery-target.ts';
import type { OutboundEvent } from '../protocol/event.ts';

type Deliver = (event: OutboundEvent) => Promise<void>;

/** The command lines that sit at a chat of this runtime, here or over the socket: where replies of channel `cli` go. */
export interface AttachedChats extends DeliveryTarget {
  /** The latest one attached gets the replies. Returns the way out. */
  attach(chatId: string, deliver: Deliver): () => void;
}

export function createAttachedChats(): AttachedChats {
  const chats = new Map<string, Set<Deliver>>();

  return {
    attach(chatId, deliver) {
      const attached = chats.get(chatId) ?? new Set();
      chats.set(chatId, attached.add(deliver));
      return () => {
        attached.delete(deliver);
        if (attached.size === 0 && chats.get(chatId) === attached) chats.delete(chatId);
      };
    },

    async deliver(event): Promise<DeliveryAnswer> {
      const deliver = [...(chats.get(event.address.chatId) ?? [])].at(-1);
      if (deliver === undefined) return { state: 'parked' };
      try {
        await deliver(event);
        return { state: 'sent' };
      } catch (thrown) {
        const error = AgentError.from(thrown);
        // Left in this very moment: certainly not shown, so it waits for the next one to come.
        const notShown = error.code === 'not_found' || error.details?.['sent'] === false;
        if (notShown) return { state: 'parked' };
        return { state: 'unknown', reason: error.message };
      }
    },
  };
}
