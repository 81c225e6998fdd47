import { localeLanguage } from '../../app/locale-language.ts';
import { type MessageId, type MessageValues, translate } from '../../protocol/catalogue.ts';
import type { Language } from '../../protocol/language.ts';
import type { Storage } from '../../storage/storage.ts';
import type { CliDeps, CliFlags, CliSettings } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import { toJson } from '../terminal/json-line.ts';
import { createStyle, type Style, wantsColour } from '../terminal/style.ts';

export type Say = (id: MessageId, values?: MessageValues) => string;

/** What a command knows once its flags and the configuration are read. */
export interface Begun {
  readonly flags: CliFlags;
  readonly settings: CliSettings;
  readonly language: Language;
  readonly say: Say;
}

export async function begin(cli: Cli, flags: CliFlags): Promise<Begun> {
  const settings = await cli.deps.app.loadSettings(flags);
  const language = languageOf(cli.deps, flags, settings);
  cli.noteSettings(settings, language);
  return { flags, settings, language, say: sayIn(language) };
}

export function sayIn(language: Language): Say {
  return (id, values) => translate(language, id, values);
}

/** The flag, else the configuration, else the terminal's locale. */
function languageOf({ environment }: CliDeps, flags: CliFlags, settings: CliSettings): Language {
  const configured = settings.config.agent.language;
  return flags.language ?? (configured === 'auto' ? localeLanguage(environment) : configured);
}

export function print({ deps }: Cli, text: string): void {
  deps.streams.stdout.write(`${text}\n`);
}

/** One JSON object a line. */
export function printJson(cli: Cli, items: readonly unknown[]): void {
  for (const item of items) print(cli, toJson(item));
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
