import type { RoutedRequest } from '../models/router-contract.ts';
import { buildMessages } from './build-messages.ts';
import type { TurnContext } from './context-step.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';
import type { TurnRun } from './turn-run.ts';

export interface NextRequestOptions {
  readonly context: TurnContext;
  /** The tools stay defined, so that the history stays valid, but may not be called. */
  readonly toolsWithheld: boolean;
  /** Past the daily limit, with `limits.onExceeded: downgrade`. */
  readonly downgraded: boolean;
}

/** What the next model call of this turn is asked: stable parts first, so that a provider can cache them. */
export async function nextRequest(
  deps: TurnEngineDeps,
  { journal, timeHeader }: TurnRun,
  { context, toolsWithheld, downgraded }: NextRequestOptions,
): Promise<RoutedRequest> {
  const { agent } = deps.config;
  const messages = await buildMessages({
    storage: deps.storage,
    context,
    own: journal.messages(),
    receivedAt: journal.inbound.receivedAt,
    timeHeader,
    fillShare: agent.context.cutAtShare,
  });
  const { preferredModel, system, tools } = context;
  return {
    taskType: downgraded ? 'cheap' : 'chat',
    ...(preferredModel !== undefined && !downgraded && { preferredModel }),
    system,
    tools,
    toolChoice: toolsWithheld ? 'none' : 'auto',
    messages,
    cacheKey: journal.turn().sessionKey,
  };
}
