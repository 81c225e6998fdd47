import type { Message } from '../../protocol/message.ts';

const RESULTS_KEPT = 4;
const SHORTENED_AT_A_TIME = 8;
const STUB_CHARACTERS = 200;

/**
 * Makes room inside one long turn: the text of its oldest tool results is replaced by their first line and
 * where the whole is kept. Every call keeps a result. Works in batches, so that the prefix seldom changes.
 */
export function fitTurn(
  messages: readonly Message[],
  budgetTokens: number,
  estimate: (message: Message) => number,
): readonly Message[] {
  const results = messages.flatMap((message, index) => (message.role === 'tool' ? [index] : []));
  let fitted = messages;
  let shortened = 0;
  while (total(fitted, estimate) > budgetTokens && shortened < results.length - RESULTS_KEPT) {
    shortened = Math.min(shortened + SHORTENED_AT_A_TIME, results.length - RESULTS_KEPT);
    const old = new Set(results.slice(0, shortened));
    fitted = messages.map((message, index) => (old.has(index) ? stub(message) : message));
  }
  return fitted;
}

function total(messages: readonly Message[], estimate: (message: Message) => number): number {
  return messages.reduce((sum, message) => sum + estimate(message), 0);
}

function stub(message: Message): Message {
  if (message.role !== 'tool' || message.text.length <= STUB_CHARACTERS * 2) return message;
  const { text, artifactId } = message;
  const where =
    artifactId === undefined ? 'run the call again to see it' : `artifact ${artifactId}`;
  const left = text.length - STUB_CHARACTERS;
  return {
    ...message,
    text: `${text.slice(0, STUB_CHARACTERS)}\n[${left} more characters left out to make room; ${where}]`,
  };
}
