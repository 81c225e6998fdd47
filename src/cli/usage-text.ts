import type { CommanderError } from 'commander';
import type { AgentError } from '../base/errors.ts';
import type { MessageId } from '../protocol/catalogue.ts';
import { oneLine } from './terminal/neutralise.ts';
import { usageError } from './usage-error.ts';

/** By code, or by code and the command it is about. */
const TEXTS: Readonly<Record<string, MessageId>> = {
  'commander.unknownCommand': 'cli.usage.unknown_subcommand',
  'commander.unknownOption': 'cli.usage.unknown_option',
  'commander.missingArgument': 'cli.usage.missing_argument',
  'commander.optionMissingArgument': 'cli.usage.option_argument',
  'commander.missingMandatoryOptionValue': 'cli.usage.option_argument',
  'commander.excessArguments': 'cli.usage.excess',
  'commander.excessArguments call': 'cli.usage.call_arguments',
  'commander.invalidArgument': 'cli.usage.invalid',
  'commander.help': 'cli.usage.no_command',
};

/** What commander found wrong, in our own words; its suggestion stays. */
export function toUsageError({ code, message }: CommanderError): AgentError {
  const quoted = message.match(/'([^']*)'/g)?.map((text) => text.slice(1, -1)) ?? [];
  const meant = /Did you mean (?:one of )?([^?]+)\?/.exec(message)?.[1];
  const allowed = /Allowed choices are ([^.]+)\./.exec(message)?.[1] ?? '';
  const [first = ''] = quoted;
  const values = {
    what: oneLine(first),
    value: oneLine(quoted[1] ?? ''),
    allowed,
    meant: meant ?? '',
  };
  if (code === 'commander.unknownOption' && meant !== undefined) {
    return usageError('cli.usage.unknown_option_nearest', values);
  }
  if (code === 'commander.unknownCommand') {
    // The program itself takes any word, and refuses it in its own way: this is one of a group of commands.
    const id = meant ? 'cli.usage.unknown_command_nearest' : 'cli.usage.unknown_subcommand';
    return usageError(id, { command: values.what, meant: values.meant });
  }
  if (code === 'commander.invalidArgument' && allowed !== '') {
    return usageError('cli.usage.choices', values);
  }
  return usageError(TEXTS[`${code} ${first}`] ?? TEXTS[code] ?? 'cli.usage.other', values);
}
