import { Command } from 'commander';
import { type MessageId, translate } from '../../protocol/catalogue.ts';
import type { Cli } from './begin.ts';

/** A command with its help text; `text` gives those of its options and arguments. */
export function newCommand({ language }: Cli, name: string, help: MessageId) {
  const text = (id: MessageId) => translate(language, id);
  return { command: new Command(name).description(text(help)), text };
}
