import type { ContentBlock } from '../../protocol/content.ts';
import type { AssistantPart, Message } from '../../protocol/message.ts';

const KEPT_CHARACTERS = 200;

/** The result of a call as its first characters and where the whole is kept; anything else as it is. */
export function shortenResult(message: Message, kept = KEPT_CHARACTERS): Message {
  if (message.role !== 'tool' || message.text.length <= kept * 2) return message;
  const { text, artifactId } = message;
  const where =
    artifactId === undefined
      ? 'run the call again to see it'
      : `read_artifact has the whole as artifact ${artifactId}`;
  return { ...message, text: `${text.slice(0, kept)}\n${leftOut(text.length - kept, where)}` };
}

/** Any message as the beginnings of what it says. Every call stays, with arguments that are still JSON. */
export function shortenWhole(message: Message): Message {
  switch (message.role) {
    case 'tool':
      return shortenResult(message);
    case 'user':
      return { ...message, content: message.content.map(shortenBlock) };
    case 'assistant':
      return { ...message, parts: message.parts.flatMap(shortenPart) };
  }
}

function shortenBlock(block: ContentBlock): ContentBlock {
  const { origin } = block;
  if (block.type === 'text') return { ...block, text: shortenText(block.text) };
  const name = block.name ?? block.type;
  return { type: 'text', text: `[attachment ${name} left out to make room]`, origin };
}

/** Reasoning is whole or nothing: a provider may have signed it. */
function shortenPart(part: AssistantPart): AssistantPart[] {
  switch (part.type) {
    case 'text':
      return [{ ...part, text: shortenText(part.text) }];
    case 'tool-call':
      return [{ ...part, argumentsText: shortenArguments(part.argumentsText) }];
    case 'reasoning':
      return isLong(part.text) ? [] : [part];
  }
}

function shortenArguments(text: string): string {
  return isLong(text) ? JSON.stringify({ shortened: shortenText(text) }) : text;
}

function shortenText(text: string): string {
  if (!isLong(text)) return text;
  const kept = text.slice(0, KEPT_CHARACTERS);
  return `${kept}\n${leftOut(text.length - KEPT_CHARACTERS, 'ask for it if you need it')}`;
}

function isLong(text: string): boolean {
  return text.length > KEPT_CHARACTERS * 2;
}

function leftOut(characters: number, next: string): string {
  return `[${characters} more characters left out to make room; ${next}]`;
}
