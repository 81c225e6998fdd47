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
  /** The answer to `text`, or undefined when it is no command but a message. */
  answer(text: string, call: Omit<CommandCall, 'argument'>): Promise<CommandReply | undefined>;
}

export function createCommands(deps: CommandDeps): Commands {
  return {
    async answer(text, call) {
      const [, name, argument = ''] = /^\/([\p{L}_-]+)(?:\s+(.*))?$/su.exec(text.trim()) ?? [];
      if (name === undefined) return undefined;
      if (name.toLowerCase() === 'help') return { text: helpText(call) };
      const command = COMMANDS.find((candidate) => candidate.name === name.toLowerCase());
      if (command !== undefined) return command.run(deps, { ...call, argument: argument.trim() });
      return unknownCommand(name, call);
    },
  };
}

/** A slip is answered; anything else that begins with a slash, such as a path, is a message. */
function unknownCommand(
  name: string,
  { language }: Omit<CommandCall, 'argument'>,
): CommandReply | undefined {
  const names = ['help', ...COMMANDS.map((command) => command.name)];
  const meant = nearest(name, names, Math.floor(name.length / 3));
  if (meant === undefined) return undefined;
  return { text: translate(language, 'command.unknown', { name, meant }) };
}

function helpText({ language }: Omit<CommandCall, 'argument'>): string {
  return [
    translate(language, 'command.help'),
    ...COMMANDS.map(({ help }) => `  ${translate(language, help)}`),
  ].join('\n');
}
