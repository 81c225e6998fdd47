import type { ModelContent, ModelMessage } from '../../models/model-provider.ts';
import type { ContentBlock, MediaBlock } from '../../protocol/content.ts';
import type { Message, ToolMessage } from '../../protocol/message.ts';
import type { TimeHeader } from './time-header.ts';

/** A transcript entry and when it was written. */
export interface TimedMessage {
  readonly message: Message;
  readonly at: number;
}

export interface ProjectionOptions {
  readonly timeHeader: TimeHeader;
  /** Bytes of attachments by artifact id, base64. What is missing is named instead. */
  readonly media: ReadonlyMap<string, string>;
}

const ATTACHED_TEXT_CHARACTERS = 60_000;

/** The transcript as a strict provider accepts it: turns alternate, and every result follows its call. */
export function toModelMessages(
  entries: readonly TimedMessage[],
  options: ProjectionOptions,
): ModelMessage[] {
  const messages: ModelMessage[] = [];
  for (const entry of inOrderOfCalls(entries)) {
    const next = toModelMessage(entry, options);
    const last = messages.at(-1);
    const merged = last && merge(last, next);
    if (merged === undefined) messages.push(next);
    else messages[messages.length - 1] = merged;
  }
  return messages;
}

/** Calls that ran side by side end in any order; some providers tell the results of one tool apart by their order alone. */
function inOrderOfCalls(entries: readonly TimedMessage[]): TimedMessage[] {
  const ordered: TimedMessage[] = [];
  for (const entry of entries) {
    let place = ordered.length;
    while (isLaterCall(ordered[place - 1]?.message, entry.message)) place -= 1;
    ordered.splice(place, 0, entry);
  }
  return ordered;
}

function isLaterCall(before: Message | undefined, message: Message): boolean {
  if (before?.role !== 'tool' || message.role !== 'tool') return false;
  return placeInBatch(before) > placeInBatch(message);
}

/** The last number of a step name such as `tool_1_0`. */
function placeInBatch({ callId }: ToolMessage): number {
  return Number(callId.slice(callId.lastIndexOf('_') + 1));
}

function toModelMessage({ message, at }: TimedMessage, options: ProjectionOptions): ModelMessage {
  switch (message.role) {
    case 'user': {
      const header = { type: 'text', text: options.timeHeader(at) } as const;
      return {
        role: 'user',
        content: [header, ...message.content.map((b) => toContent(b, options))],
      };
    }
    case 'assistant':
      return message;
    case 'tool':
      return { role: 'tool', results: [toResult(message)] };
  }
}

function merge(a: ModelMessage, b: ModelMessage): ModelMessage | undefined {
  if (a.role === 'user' && b.role === 'user') {
    return { role: 'user', content: [...a.content, ...b.content] };
  }
  if (a.role === 'tool' && b.role === 'tool') {
    return { role: 'tool', results: [...a.results, ...b.results] };
  }
  if (a.role === 'assistant' && b.role === 'assistant') {
    return { ...a, parts: [...a.parts, ...b.parts] };
  }
  return undefined;
}

function toResult({ providerCallId, tool, text, outcome }: ToolMessage) {
  return { providerCallId, tool, text, failed: outcome !== 'ok' && outcome !== 'replayed' };
}

function toContent(block: ContentBlock, { media }: ProjectionOptions): ModelContent {
  if (block.type === 'text') return { type: 'text', text: block.text };
  const base64 =
    block.source.kind === 'inline' ? block.source.base64 : media.get(block.source.artifactId);
  const name = block.name ?? block.type;
  if (base64 === undefined)
    return { type: 'text', text: `[attachment ${name} is no longer there]` };
  if (isText(block)) return { type: 'text', text: attachedText(name, base64) };
  if (block.type === 'image') return { type: 'image', mediaType: block.mediaType, base64, name };
  if (block.mediaType === 'application/pdf') {
    return { type: 'file', mediaType: block.mediaType, base64, name };
  }
  return { type: 'text', text: `[attachment ${name}, ${block.mediaType}: cannot be read as text]` };
}

function isText({ mediaType }: MediaBlock): boolean {
  return mediaType.startsWith('text/') || mediaType === 'application/json';
}

function attachedText(name: string, base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const text = new TextDecoder().decode(bytes);
  const shown = text.slice(0, ATTACHED_TEXT_CHARACTERS);
  const rest = text.length - shown.length;
  const note = rest > 0 ? `\n[${rest} more characters are not shown]` : '';
  return `[attached file ${name}]\n${shown}${note}\n[end of ${name}]`;
}
