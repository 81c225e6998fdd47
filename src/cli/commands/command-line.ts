import { Command, InvalidArgumentError } from 'commander';
import { type MessageId, translate } from '../../protocol/catalogue.ts';
import type { Language } from '../../protocol/language.ts';
import type { CliDeps, CliFlags, CliSettings } from '../cli-deps.ts';

/** What every command is made with. Nothing in this folder loads what only running a command needs. */
export interface Cli {
  readonly deps: CliDeps;
  /** Of help and of everything said before the configuration is read. */
  readonly language: Language;
  setExitCode(code: number): void;
  /** Told as soon as the configuration is read: errors are told in its language and noted in its data folder. */
  noteSettings(settings: CliSettings, language: Language): void;
}

/** A command with its help text; `text` gives those of its options and arguments. */
export function newCommand({ language }: Cli, name: string, help: MessageId) {
  const text = (id: MessageId) => translate(language, id);
  return { command: new Command(name).description(text(help)), text };
}

interface GlobalOptions {
  readonly config?: string;
  readonly set?: string[];
  readonly dataDir?: string;
  readonly workspace?: string;
  readonly lang?: Language;
}

export function flagsOf(command: Command): CliFlags {
  const { config, set = [], dataDir, workspace, lang } = command.optsWithGlobals<GlobalOptions>();
  return {
    set,
    ...(config !== undefined && { configFile: config }),
    ...(dataDir !== undefined && { dataDir }),
    ...(workspace !== undefined && { workspace }),
    ...(lang !== undefined && { language: lang }),
  };
}

/** A whole number from 1 on. */
export function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError(text);
  return count;
}

/** Collects an option that may be given several times. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
