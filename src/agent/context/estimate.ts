import { estimateTokens } from '../../models/token-estimate.ts';
import type { Message } from '../../protocol/message.ts';

const TOKENS_PER_MESSAGE = 6;
const TOKENS_PER_IMAGE = 1_600;

/** About how many tokens a message fills in a prompt. */
export function estimateMessageTokens(message: Message): number {
  return TOKENS_PER_MESSAGE + contentTokens(message);
}

function contentTokens(message: Message): number {
  switch (message.role) {
    case 'user':
      return message.content.reduce((sum, block) => {
        if (block.type === 'text') return sum + estimateTokens(block.text);
        return sum + (block.type === 'image' ? TOKENS_PER_IMAGE : mediaTokens(block.source));
      }, 0);
    case 'assistant':
      return message.parts.reduce(
        (sum, part) =>
          sum + estimateTokens(part.type === 'tool-call' ? part.argumentsText : part.text),
        0,
      );
    case 'tool':
      return estimateTokens(message.text);
  }
}

function mediaTokens(source: { kind: 'artifact' } | { kind: 'inline'; base64: string }): number {
  return source.kind === 'inline' ? Math.ceil(source.base64.length / 5) : TOKENS_PER_IMAGE;
}
