import type { ModelMessage } from '../models/model-provider.ts';

/**
 * What the strictest provider would find wrong with a conversation, one sentence each: it begins with the person
 * and alternates, every call has exactly one result directly after it, nothing is empty.
 */
export function strictHistory(messages: readonly ModelMessage[]): string[] {
  const problems = messages.flatMap((message, index) => [
    ...orderProblems(messages[index - 1], message),
    ...emptyProblems(message),
  ]);
  const last = messages.at(-1);
  const endsOpen = last === undefined || last.role === 'assistant';
  return endsOpen ? [...problems, 'does not end with the person or with results'] : problems;
}

function orderProblems(before: ModelMessage | undefined, message: ModelMessage): string[] {
  const calls = before?.role === 'assistant' ? callIds(before) : [];
  if (message.role === 'tool') {
    const results = message.results.map(({ providerCallId }) => providerCallId);
    return sameList(calls, results) ? [] : [`calls ${calls} are answered by results ${results}`];
  }
  if (calls.length > 0) return [`calls ${calls} have no results`];
  const expected = before === undefined || before.role === 'assistant' ? 'user' : 'assistant';
  return message.role === expected ? [] : [`${message.role} follows ${before?.role ?? 'nothing'}`];
}

function callIds({ parts }: Extract<ModelMessage, { role: 'assistant' }>): string[] {
  return parts.flatMap((part) => (part.type === 'tool-call' ? [part.providerCallId] : []));
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && a.length === b.length && a.every((id, index) => id === b[index]);
}

function emptyProblems(message: ModelMessage): string[] {
  return texts(message).every((text) => text.trim() !== '') && texts(message).length > 0
    ? []
    : [`an empty ${message.role} message`];
}

/** What a message consists of, in words; anything that is not text stands for itself. */
function texts(message: ModelMessage): string[] {
  switch (message.role) {
    case 'user':
      return message.content.map((part) => (part.type === 'text' ? part.text : part.mediaType));
    case 'assistant':
      return message.parts.flatMap((part) => {
        if (part.type === 'reasoning') return [];
        return [part.type === 'text' ? part.text : part.tool];
      });
    case 'tool':
      return message.results.map(({ text }) => text);
  }
}
