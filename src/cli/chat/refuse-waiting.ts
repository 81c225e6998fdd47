import { translate } from '../../protocol/catalogue.ts';
import { EXIT } from '../exit-codes.ts';
import type { ChatSetup } from './chat-setup.ts';

/** Says that a chat waits for a person where none is; resolves to the exit code. */
export function refuseWaiting({ deps, language }: ChatSetup, chatId: string): number {
  const text = translate(language, 'cli.run.waiting', { session: chatId });
  deps.streams.stderr.write(`${text}\n`);
  return EXIT.needsApproval;
}
