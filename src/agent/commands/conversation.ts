import { translate } from '../../protocol/catalogue.ts';
import type { InboundEvent } from '../../protocol/event.ts';
import type { Turn } from '../../protocol/turn.ts';
import { backgroundTasks } from '../stop-workers.ts';
import type { Command, CommandCall, CommandDeps, CommandReply } from './command.ts';
import { restoreFiles } from './restore-files.ts';

const stop: Command = {
  name: 'stop',
  help: 'command.help.stop',
  async run(deps, { sessionKey, language }) {
    const stopped = await deps.stop(sessionKey);
    return { text: translate(language, stopped ? 'command.stopping' : 'command.nothing_running') };
  },
};

const startNew: Command = {
  name: 'new',
  help: 'command.help.new',
  async run(deps, { language }) {
    const chatId = deps.ids.next('chat');
    return { text: translate(language, 'command.new'), chatId };
  },
};

const retry: Command = {
  name: 'retry',
  help: 'command.help.retry',
  run: (deps, call) => withLastTurn(deps, call, (turn) => sendAgain(deps, call, turn)),
};

const undo: Command = {
  name: 'undo',
  help: 'command.help.undo',
  run: (deps, call) => withLastTurn(deps, call, (turn) => takeBack(deps, call, turn)),
};

export const conversationCommands: readonly Command[] = [stop, startNew, retry, undo];

/** Nobody but the owner takes back, or asks again in the name of, what somebody else said. */
async function withLastTurn(
  deps: CommandDeps,
  { sessionKey, principal, language }: CommandCall,
  work: (turn: Turn) => Promise<CommandReply>,
): Promise<CommandReply> {
  const open = await deps.storage.turns.open(sessionKey);
  if (open !== undefined) return { text: translate(language, 'command.still_running') };
  const last = await lastTurn(deps, sessionKey);
  if (last === undefined) return { text: translate(language, 'command.no_turn') };
  const isTheirs = last.principal === principal || deps.isOwner(principal);
  return isTheirs ? work(last) : { text: translate(language, 'command.not_yours') };
}

const PAGE = 20;

/** The latest turn that was not taken back. Seldom many stand before it. */
async function lastTurn({ storage }: CommandDeps, sessionKey: string): Promise<Turn | undefined> {
  let after: Turn | undefined;
  for (;;) {
    const page = await storage.turns.list({
      sessionKey,
      limit: PAGE,
      ...(after !== undefined && { before: after.startedAt, beforeId: after.id }),
    });
    const found = page.find(({ retracted }) => !retracted);
    after = page.at(-1);
    if (found !== undefined || after === undefined) return found;
  }
}

async function sendAgain(deps: CommandDeps, call: CommandCall, turn: Turn): Promise<CommandReply> {
  const { language } = call;
  const record = await deps.storage.inbox.get(turn.inboundId);
  if (record === undefined) return { text: translate(language, 'command.no_turn') };
  const id = deps.ids.next('in');
  const event: InboundEvent = {
    ...record.event,
    id,
    traceId: deps.ids.next('trace'),
    receivedAt: deps.clock.now(),
    ...rightsOf(call, turn),
  };
  const accepted = await deps.accept(event);
  if (accepted.outcome === 'full') return { text: translate(language, 'error.busy') };
  await retract(deps, turn);
  return { text: translate(language, 'command.retrying'), inboundId: id };
}

/** What may be done is up to the door by which it is asked for now, whatever held the first time. */
function rightsOf({ principal, canAsk, assumeYes }: CommandCall, turn: Turn) {
  const isTheirOwn = turn.principal === principal;
  return {
    canAsk,
    assumeYes: assumeYes && isTheirOwn,
    unattended: false,
    cronAuthorized: false,
  } satisfies Partial<InboundEvent>;
}

async function takeBack(deps: CommandDeps, call: CommandCall, turn: Turn): Promise<CommandReply> {
  const atWork = await backgroundTasks(deps, call.sessionKey);
  const isAtWork = atWork.some(({ child }) => child?.parentTurnId === turn.id);
  if (isAtWork) return { text: translate(call.language, 'command.still_running') };
  const lines = await restoreFiles(deps, call, turn);
  await retract(deps, turn);
  return { text: [translate(call.language, 'command.undone'), ...lines].join('\n') };
}

async function retract(deps: CommandDeps, turn: Turn): Promise<void> {
  await deps.storage.commit([
    { op: 'retract-messages', turnId: turn.id },
    { op: 'put-turn', turn: { ...turn, retracted: true } },
  ]);
}
