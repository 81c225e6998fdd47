import { emitKeypressEvents } from 'node:readline';
import type { CliStreams } from '../cli-deps.ts';
import type { Key } from './line-editor.ts';

const PASTE_ON = '\u001b[?2004h';
const PASTE_OFF = '\u001b[?2004l';

/** Hands over each key, unechoed, until the returned function is called. */
export function openKeyboard(
  { stdin, stdout }: Pick<CliStreams, 'stdin' | 'stdout'>,
  handlers: {
    onKey(typed: string | undefined, key: Key): void;
    onEnd(): void;
  },
): () => void {
  const onKey = (typed: string | undefined, key: Key | undefined) =>
    handlers.onKey(typed, key ?? {});
  emitKeypressEvents(stdin);
  stdin.setRawMode?.(true);
  stdin.on('keypress', onKey);
  stdin.once('end', handlers.onEnd);
  stdout.write(PASTE_ON);
  stdin.resume();

  return () => {
    stdin.removeListener('keypress', onKey);
    stdin.removeListener('end', handlers.onEnd);
    stdout.write(PASTE_OFF);
    stdin.setRawMode?.(false);
    stdin.pause();
  };
}
