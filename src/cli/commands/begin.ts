import type { Command } from 'commander';
import { type MessageId, type MessageValues, translate } from '../../protocol/catalogue.ts';
import { Language, parseLanguage } from '../../protocol/language.ts';
import type { Storage } from '../../storage/storage.ts';
import type { CliDeps, CliFlags, CliSettings } from '../cli-deps.ts';
import { createStyle, type Style, wantsColour } from '../terminal/style.ts';

/** What every command is made with. */
export interface Cli {
  readonly deps: CliDeps;
  /** Of help and of everything said before the configuration is read. */
  readonly language: Language;
  setExitCode(code: number): void;
  /** Told as soon as the configuration is read: errors are told in its language and noted in its data folder. */
  noteSettings(settings: CliSettings, language: Language): void;
}

export type Say = (id: MessageId, values?: MessageValues) => string;

/** What a command knows once its flags and the configuration are read. */
export interface Begun {
  readonly flags: CliFlags;
  readonly settings: CliSettings;
  readonly language: Language;
  readonly say: Say;
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

export async function begin(cli: Cli, command: Command): Promise<Begun> {
  const flags = flagsOf(command);
  const settings = await cli.deps.app.loadSettings(flags);
  const language = languageOf(cli.deps, flags, settings);
  cli.noteSettings(settings, language);
  return { flags, settings, language, say: (id, values) => translate(language, id, values) };
}

/** The flag, else the configuration, else the terminal's locale. */
function languageOf({ environment }: CliDeps, flags: CliFlags, settings: CliSettings): Language {
  const configured = Language.safeParse(settings.config.agent.language);
  return flags.language ?? (configured.success ? configured.data : localeLanguage(environment));
}

export function localeLanguage({ get }: CliDeps['environment']): Language {
  return parseLanguage(get('LC_ALL') || get('LC_MESSAGES') || get('LANG'));
}

export function print({ deps }: Cli, text: string): void {
  deps.streams.stdout.write(`${text}\n`);
}

/** One JSON object a line. */
export function printJson(cli: Cli, items: readonly unknown[]): void {
  for (const item of items) print(cli, JSON.stringify(item));
}

/** Beside the result: to the error stream, so that a pipe holds the result only. */
export function note({ deps }: Cli, text: string): void {
  deps.streams.stderr.write(`${text}\n`);
}

export function styleOf({ streams, environment }: CliDeps, stream: 'stdout' | 'stderr'): Style {
  return createStyle(wantsColour(streams[stream], environment.get));
}

/** Reads beside whoever holds the data folder. `use` gets undefined when there is no database yet. */
export async function withReader<Result>(
  { deps }: Cli,
  settings: CliSettings,
  use: (reader: Storage | undefined) => Promise<Result>,
): Promise<Result> {
  const reader = await deps.app.openReader(settings);
  try {
    return await use(reader);
  } finally {
    await reader?.close();
  }
}

/** Whether a person sits there to be asked. */
export function isInteractive({ stdin, stderr }: CliDeps['streams']): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}
