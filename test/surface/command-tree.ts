import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.ts';
import { createCliStage } from '../../src/testing/cli-stage.ts';

type CommandOption = Command['options'][number];

export function openProgram(): Command {
  const { deps } = createCliStage();
  const ignore = () => undefined;
  return createProgram({ deps, language: 'en', setExitCode: ignore, noteSettings: ignore });
}

/** One line a command: its name in full, its arguments, its options with what can be chosen and what holds. */
export function commandLines(command: Command, above: readonly string[] = []): string[] {
  const names = [...above, command.name()];
  const signature = [...names, ...command.registeredArguments.map(argumentText)].join(' ');
  const options = command.options.map(optionText).join(', ');
  const line = options === '' ? signature : `${signature}: ${options}`;
  return [line, ...command.commands.flatMap((child) => commandLines(child, names))];
}

function argumentText(argument: Command['registeredArguments'][number]): string {
  const name = argument.name() + (argument.variadic ? '...' : '');
  return argument.required ? `<${name}>` : `[${name}]`;
}

function optionText({ flags, argChoices, defaultValue }: CommandOption): string {
  const choices = argChoices === undefined ? '' : ` (${argChoices.join('|')})`;
  return flags + choices + (defaultValue === undefined ? '' : ` = ${defaultValue}`);
}
