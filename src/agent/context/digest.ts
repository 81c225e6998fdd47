import { textOf } from '../../protocol/content.ts';
import type { Message } from '../../protocol/message.ts';

const LINE_CHARACTERS = 240;
const DIGEST_CHARACTERS = 6_000;

/**
 * What was left out of the history, in a few lines a round: who asked what, which tools ran with which
 * outcome, how it ended. No model writes it, so the same messages give the same digest.
 */
export function digestOf(messages: readonly Message[], earlier: string | undefined): string {
  const lines = messages.map(lineOf).filter((line) => line !== '');
  const all = [...(earlier === undefined ? [] : [earlier]), ...lines].join('\n');
  return all.length <= DIGEST_CHARACTERS ? all : middleCut(all);
}

function lineOf(message: Message): string {
  switch (message.role) {
    case 'user':
      return `${saidBy(message)}: ${shorten(textOf(message.content))}`;
    case 'assistant': {
      const text = message.parts
        .flatMap((part) => (part.type === 'text' ? [part.text] : []))
        .join(' ');
      return text.trim() === '' ? '' : `  answered: ${shorten(text)}`;
    }
    case 'tool':
      return `  ${message.tool}: ${message.outcome}, ${shorten(message.text)}`;
  }
}

/** Notes of the runtime were asked by nobody. */
function saidBy({ principal }: Extract<Message, { role: 'user' }>): string {
  return principal.startsWith('runtime:') ? '- noted' : '- asked';
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= LINE_CHARACTERS ? line : `${line.slice(0, LINE_CHARACTERS)}…`;
}

/** The beginning holds what the conversation is about and the end what came last: the middle goes first. */
function middleCut(text: string): string {
  const half = Math.floor(DIGEST_CHARACTERS / 2);
  return `${text.slice(0, half)}\n  [… shortened …]\n${text.slice(-half)}`;
}
