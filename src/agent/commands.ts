import { nearest } from '../base/nearest.ts';
import { translate } from '../protocol/catalogue.ts';
import { approvalCommands } from './commands/approvals.ts';
import type { Command, CommandCall, CommandDeps, CommandReply } from './commands/command.ts';
import { conversationCommands } from './commands/conversation.ts';
import { reportCommands } from './commands/reports.ts';

const COMMANDS: readonly Command[] = [
  ...conversationCommands,
  ...reportCommands,
  ...approvalCommands,
];

/** Slash commands: answered at once, before the session lease, whatever the session is doing. */
export interface Commands {
  /** Whether `text` is answered as a command; else it is a message. */
  isCommand(text: string): boolean;
  /** The answer to `text`, or undefined when it is no command but a message. */
  answer(text: string, call: Omit<CommandCall, 'argument'>): Promise<CommandReply | undefined>;
}

export function createCommands(deps: CommandDeps): Commands {
  return {
    isCommand: (text) => readCommand(text) !== undefined,

    async answer(text, call) {
      const read = readCommand(text);
      if (read === undefined) return undefined;
      const { name, meant, argument } = read;
      if (meant !== name.toLowerCase()) {
        return { text: translate(call.language, 'command.unknown', { name, meant }) };
      }
      const command = COMMANDS.find((candidate) => candidate.name === meant);
      return command?.run(deps, { ...call, argument }) ?? { text: helpText(call) };
    },
  };
}

/** A slip is answered; anything else that begins with a slash, such as a path, is a message. */
function readCommand(text: string) {
  const [, name, argument = ''] = /^\/([\p{L}_-]+)(?:\s+(.*))?$/su.exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  const names = ['help', ...COMMANDS.map((command) => command.name)];
  const known = names.find((candidate) => candidate === name.toLowerCase());
  const meant = known ?? nearest(name, names, Math.floor(name.length / 3));
  return meant === undefined ? undefined : { name, meant, argument: argument.trim() };
}

function helpText({ language }: Omit<CommandCall, 'argument'>): string {
  return [
    translate(language, 'command.help'),
    ...COMMANDS.map(({ help }) => `  ${translate(language, help)}`),
  ].join('\n');
}
