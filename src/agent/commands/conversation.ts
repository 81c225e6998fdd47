import { translate } from '../../protocol/catalogue.ts';
import type { Turn } from '../../protocol/turn.ts';
import type { FileChangeRecord } from '../../storage/records.ts';
import type { Command, CommandCall, CommandDeps, CommandReply } from './command.ts';

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
  const turns = await deps.storage.turns.list({ sessionKey });
  const last = turns.find(({ retracted }) => !retracted);
  if (last === undefined) return { text: translate(language, 'command.no_turn') };
  const isTheirs = last.principal === principal || deps.isOwner(principal);
  return isTheirs ? work(last) : { text: translate(language, 'command.not_yours') };
}

async function sendAgain(deps: CommandDeps, call: CommandCall, turn: Turn): Promise<CommandReply> {
  const { language } = call;
  const record = await deps.storage.inbox.get(turn.inboundId);
  if (record === undefined) return { text: translate(language, 'command.no_turn') };
  const id = deps.ids.next('in');
  const event = {
    ...record.event,
    id,
    traceId: deps.ids.next('trace'),
    receivedAt: deps.clock.now(),
  };
  const accepted = await deps.accept(event);
  if (accepted.outcome === 'full') return { text: translate(language, 'error.busy') };
  await retract(deps, turn);
  return { text: translate(language, 'command.retrying'), inboundId: id };
}

async function takeBack(deps: CommandDeps, call: CommandCall, turn: Turn): Promise<CommandReply> {
  const { language } = call;
  const changes = await deps.storage.sessions.fileChanges(turn.id);
  const lines: string[] = [];
  for (const change of changes.filter(({ undone }) => !undone).toReversed()) {
    lines.push(await restore(deps, call, change));
  }
  await retract(deps, turn);
  return { text: [translate(language, 'command.undone'), ...lines].join('\n') };
}

async function restore(
  deps: CommandDeps,
  { language }: CommandCall,
  change: FileChangeRecord,
): Promise<string> {
  const { path, beforeArtifactId: id } = change;
  const before = id === undefined ? undefined : await deps.storage.artifacts.read(id);
  if (id !== undefined && before === undefined) {
    const reason = translate(language, 'command.before_image_gone');
    return translate(language, 'command.not_restored', { path, reason });
  }
  if (!(await deps.undoFileChange(change, before))) {
    const reason = translate(language, 'command.changed_since');
    return translate(language, 'command.not_restored', { path, reason });
  }
  await deps.storage.commit([{ op: 'put-file-change', change: { ...change, undone: true } }]);
  return translate(language, id === undefined ? 'command.removed' : 'command.restored', { path });
}

async function retract(deps: CommandDeps, turn: Turn): Promise<void> {
  await deps.storage.commit([
    { op: 'retract-messages', turnId: turn.id },
    { op: 'put-turn', turn: { ...turn, retracted: true } },
  ]);
}
