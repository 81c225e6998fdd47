import type { Command } from 'commander';

/** The command lines of `echo-agent` in a piece of code, each as words. */
export function usesIn(code: string): string[][] {
  return code
    .split(/[|;]|&&/)
    .map((part) => part.replace(/(^|\s)#.*$/, '').trim())
    .map((part) => /(?:^|\s)(?:bin\/)?echo-agent(?:\s+(.*))?$/.exec(part))
    .filter((match) => match !== null)
    .map(([, rest = '']) => rest.match(/"[^"]*"|'[^']*'|\S+/g) ?? []);
}

/** What of a command line does not exist; undefined when all of it does. */
export function problemOf(words: readonly string[], program: Command): string | undefined {
  let command = program;
  for (const [index, word] of words.entries()) {
    if (takesValue(words[index - 1] ?? '', command)) continue;
    const next = command.commands.find((child) => child.name() === word);
    const problem = next === undefined ? problemWith(word, command) : undefined;
    if (problem !== undefined) return problem;
    command = next ?? command;
  }
  return undefined;
}

type CommandOption = Pick<Command['options'][number], 'long' | 'short' | 'required'>;

const HELP: CommandOption = { long: '--help', short: '-h', required: false };

function takesValue(word: string, command: Command): boolean {
  return !word.includes('=') && optionOf(command, word)?.required === true;
}

function problemWith(word: string, command: Command): string | undefined {
  if (/^--?[a-z]/.test(word) && optionOf(command, word) === undefined) return `no option ${word}`;
  const { commands, registeredArguments } = command;
  // A command that only holds others takes the name of one of them and nothing else.
  const takesNoWord = commands.length > 0 && registeredArguments.length === 0;
  return takesNoWord && /^[a-z][a-z-]*$/.test(word) ? `no command ${word}` : undefined;
}

/** An option of the command or of one above it; without the name of a command, a chat is meant. */
function optionOf(command: Command, word: string): CommandOption | undefined {
  const [flag] = word.split('=');
  const above = command.parent?.options ?? [];
  const top = command.parent?.parent?.options ?? [];
  const chat = command.commands.find((child) => child.name() === 'chat')?.options ?? [];
  return [...command.options, ...above, ...top, ...chat, HELP].find(
    ({ long, short }) => flag === long || flag === short,
  );
}
