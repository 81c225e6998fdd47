import type { Language } from '../../protocol/language.ts';
import { detectLanguage } from '../../protocol/spoken-language.ts';
import type { CliDeps, CliSettings } from '../cli-deps.ts';
import type { Style } from '../terminal/style.ts';
import type { LastingClient } from './lasting-client.ts';
import type { OpenQuestion } from './open-question.ts';
import type { RecordedEnd } from './turn-on-record.ts';

/** What both ways to chat, on a terminal and over pipes, are given. */
export interface ChatSetup {
  readonly deps: CliDeps;
  readonly settings: CliSettings;
  readonly client: LastingClient;
  readonly chatId: string;
  /** Of our own texts. */
  readonly language: Language;
  readonly style: Style;
  readonly greeting: readonly string[];
  /** What a person is told about a failure. */
  explain(thrown: unknown): Promise<string>;
  /** What a chat has been waiting for, read anew at each call. */
  openQuestion(sessionKey: string): Promise<OpenQuestion | undefined>;
  /** How the turn of a message ended, as stored; undefined while it is open. */
  turnOnRecord(inboundId: string): Promise<RecordedEnd | undefined>;
}

/** The language in which the runtime speaks about a message: the person's own, unless it is set. */
export function languageOfMessage({ settings, language }: ChatSetup, text: string): Language {
  const set = settings.config.agent.language;
  if (set !== 'auto') return set;
  return text.startsWith('/') || !/\p{L}/u.test(text) ? language : detectLanguage(text);
}
