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
  for (const word of words) {
    const next = command.commands.find((child) => child.name() === word);
    if (next !== undefined) command = next;
    else if (/^--?[a-z]/.test(word) && !knows(command, word)) return `no option ${word}`;
    else if (/^[a-z][a-z-]*$/.test(word) && takesNoWord(command)) return `no command ${word}`;
  }
  return undefined;
}

function knows(command: Command, word: string): boolean {
  const [flag] = word.split('=');
  const known = command.options.some(({ long, short }) => flag === long || flag === short);
  if (known || flag === '--help' || flag === '-h') return true;
  return command.parent !== null && knows(command.parent, word);
}

/** A command that only holds others takes the name of one of them and nothing else. */
function takesNoWord({ commands, registeredArguments }: Command): boolean {
  return commands.length > 0 && registeredArguments.length === 0;
}
