import type { Commands } from '../agent/commands.ts';
import type { Clock } from '../base/clock.ts';
import type { IdSource } from '../base/ids.ts';
import { translate } from '../protocol/catalogue.ts';
import type { ReceiptRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';

export interface CommandLedgerDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly commands: Commands;
}

type Reply = NonNullable<ReceiptRecord['reply']>;

interface GivenCommand {
  readonly id: string | undefined;
  readonly text: string;
  readonly call: Parameters<Commands['answer']>[1];
}

/**
 * Carries out each command once: one that comes again under its id gets the first answer. Of one that a dead process
 * had begun nobody can say whether it was done, so it is not done again.
 */
export function createCommandLedger(
  deps: CommandLedgerDeps,
): (command: GivenCommand) => Promise<Reply> {
  const { storage, clock, ids, commands } = deps;
  const running = new Map<string, Promise<Reply>>();

  async function answerNew({ text, call }: GivenCommand, traceId: string): Promise<Reply> {
    const reason = text.trim().split(/\s/u)[0] ?? '';
    const { sessionKey } = call;
    const begun: ReceiptRecord = {
      ...{ traceId, sessionKey, channel: 'cli', outcome: 'command', reason },
      at: clock.now(),
    };
    await storage.commit([{ op: 'put-receipt', receipt: begun }]);
    const reply = (await commands.answer(text, call)) ?? { text: '' };
    await storage.commit([{ op: 'put-receipt', receipt: { ...begun, reply } }]);
    return reply;
  }

  async function answer(command: GivenCommand, traceId: string): Promise<Reply> {
    const earlier = await storage.receipts.get(traceId);
    if (earlier === undefined) return answerNew(command, traceId);
    return earlier.reply ?? { text: translate(command.call.language, 'app.command_unknown') };
  }

  return (command) => {
    const { id } = command;
    if (id === undefined) return answerNew(command, ids.next('trace'));
    const traceId = `cli:${id}`;
    const under = running.get(traceId);
    if (under !== undefined) return under;
    const answering = answer(command, traceId).finally(() => running.delete(traceId));
    running.set(traceId, answering);
    return answering;
  };
}
