import type { InboundEvent } from '../protocol/event.ts';
import { isWorkerSession } from '../protocol/worker-session.ts';
import type { Caller } from '../tools/pipeline-contract.ts';

const MAIN_AGENT = 'main';
const WORKER = 'worker';

/** In whose name and with whose rights the tools of a turn run: all of it comes from the door, none from the text. */
export function callerOf(inbound: InboundEvent, isOwner: boolean): Caller {
  const { principal, sessionKey, address, unattended, canAsk, assumeYes } = inbound;
  const caller: Caller = {
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
  return isWorkerSession(sessionKey) ? { ...caller, ...asWorker(inbound) } : caller;
}

/** A worker whose order cannot be read may use nothing. */
function asWorker({ child, address }: InboundEvent) {
  return {
    channel: child?.channel ?? address.channel,
    agentId: WORKER,
    canAsk: false,
    allowedTools: new Set(child?.allowedTools ?? []),
    ...(child !== undefined && { parentExecutionId: child.parentExecutionId }),
  } satisfies Partial<Caller>;
}
