import { AgentError } from '../base/errors.ts';
import { type MessageId, translate } from '../protocol/catalogue.ts';
import { showName } from '../security/visible-text.ts';
import { CONFIG_FILE } from './config-sources.ts';
import type { Origin } from './origin.ts';

export type ConfigMessageId = Extract<MessageId, `config.${string}`>;

/** One thing that is wrong, or worth a warning. Show it with `translate(language, id, values)`. */
export interface ConfigProblem {
  readonly id: ConfigMessageId;
  /** Fills the text. Holds names of keys, files and variables; never a value that was read. */
  readonly values: Readonly<Record<string, string | number>>;
  /** The key, as `config show` prints it; empty when it is about a whole file. */
  readonly path: string;
  readonly origin: Origin;
}

/** Gathers what is found, so that everything wrong is told at once. */
export interface Findings {
  readonly problems: ConfigProblem[];
  readonly warnings: ConfigProblem[];
}

export interface Place {
  readonly origin: Origin;
  readonly path?: string;
}

export function createProblem(
  id: ConfigMessageId,
  { origin, path = '' }: Place,
  values: ConfigProblem['values'] = {},
): ConfigProblem {
  const where = whereText(origin);
  return { id, path, origin, values: { where, path: printable(path), ...values } };
}

/** One error for all problems. Its text lists every one of them, in the reader's language. */
export function toConfigError(problems: readonly ConfigProblem[]): AgentError {
  const list = (language: 'en' | 'zh') =>
    problems.map(({ id, values }) => translate(language, id, values));
  const [first] = problems;
  const shown =
    first !== undefined && problems.length === 1
      ? { messageId: first.id, values: first.values }
      : {
          messageId: 'config.invalid',
          values: { count: problems.length, en: bullets(list('en')), zh: bullets(list('zh')) },
        };
  return new AgentError('invalid_config', list('en').join(' '), {
    ...shown,
    details: { problems },
  });
}

/** What stands in the file goes first, in the order of its lines. */
export function inOrder({ problems, warnings }: Findings): Findings {
  return { problems: problems.toSorted(byPlace), warnings: warnings.toSorted(byPlace) };
}

function byPlace({ origin: a }: ConfigProblem, { origin: b }: ConfigProblem): number {
  const [lineA, lineB] = [a.line ?? Number.MAX_SAFE_INTEGER, b.line ?? Number.MAX_SAFE_INTEGER];
  return lineA - lineB || (a.column ?? 0) - (b.column ?? 0);
}

/** Text from a file, made harmless for a terminal and short enough for a sentence. */
export function printable(text: string): string {
  return showName(text, MAX_SHOWN);
}

const MAX_SHOWN = 160;

function whereText({ kind, name, line, column }: Origin): string {
  if (kind === 'default') return CONFIG_FILE;
  const shown = showName(name);
  return line === undefined || column === undefined ? shown : `${shown}:${line}:${column}`;
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}
