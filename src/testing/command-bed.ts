import type { CommandCall, CommandReply } from '../agent/commands/command.ts';
import { createEngineBed, type EngineBed, type EngineBedOptions } from './engine-bed.ts';
import { OWNER } from './engine-worker.ts';

export interface CommandBed extends EngineBed {
  /** What is said at once to a text in chat `a`; undefined when it is a message. */
  command(text: string, call?: Partial<CommandCall>): Promise<CommandReply | undefined>;
}

/** A bed whose worker answers slash commands. */
export async function createCommandBed(options: EngineBedOptions = {}): Promise<CommandBed> {
  const bed = await createEngineBed(options);
  return {
    ...bed,
    command: (text, call = {}) =>
      bed.worker().commands.answer(text, {
        sessionKey: 'cli:a',
        address: { channel: 'cli', accountId: 'default', chatId: 'a' },
        principal: OWNER,
        language: 'en',
        canAsk: true,
        assumeYes: false,
        ...call,
      }),
  };
}
