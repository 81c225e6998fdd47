import type { InboundEvent } from '../protocol/event.ts';
import type { Caller } from '../tools/pipeline-contract.ts';

const MAIN_AGENT = 'main';

/** In whose name and with whose rights the tools of a turn run: all of it comes from the door, none from the text. */
export function callerOf(inbound: InboundEvent, isOwner: boolean): Caller {
  const { principal, sessionKey, address, unattended, canAsk, assumeYes } = inbound;
  return {
    principal,
    isOwner,
    sessionKey,
    channel: address.channel,
    agentId: MAIN_AGENT,
    unattended,
    canAsk,
    assumeYes,
    canUndo: true,
  };
}
