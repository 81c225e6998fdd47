import { type ContentBlock, textOf } from '../protocol/content.ts';
import type { AssistantPart, Message } from '../protocol/message.ts';
import type { Session } from '../protocol/session.ts';
import type { MessageRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import type { ExportFormat } from './export-formats.ts';

const PAGE = 200;

/**
 * The whole transcript as pieces of text to be written one after the other, so that its length does not matter.
 * Reasoning and what only providers understand stay out. Reads only.
 */
export async function* exportSession(
  { messages }: Pick<Storage, 'messages'>,
  session: Session,
  format: ExportFormat,
): AsyncGenerator<string> {
  const write = format === 'jsonl' ? JSON_LINES : MARKDOWN;
  yield write.head(session);
  let afterSeq = 0;
  for (;;) {
    const page = await messages.list(session.key, { afterSeq, limit: PAGE });
    for (const record of page) yield write.message(record);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    afterSeq = last.seq;
  }
}

interface Writer {
  head(session: Session): string;
  message(record: MessageRecord): string;
}

const JSON_LINES: Writer = {
  head: (session) => `${JSON.stringify({ type: 'session', ...session })}\n`,
  message: ({ seq, turnId, at, message }) =>
    `${JSON.stringify({ type: 'message', seq, turnId, at, ...withoutReasoning(message) })}\n`,
};

const MARKDOWN: Writer = {
  head: ({ key, title, createdAt }) =>
    `# ${oneLine(title) || key}\n\nSession \`${key}\`, begun ${isoTime(createdAt)}.\n`,
  message: ({ message, at }) => `\n${markdownOf(message, isoTime(at))}\n`,
};

function withoutReasoning(message: Message): object {
  if (message.role !== 'assistant') return message;
  return { ...message, parts: message.parts.flatMap(publicPart) };
}

function publicPart(part: AssistantPart): unknown[] {
  if (part.type === 'reasoning') return [];
  if (part.type === 'text') return [part];
  const { metadata: _metadata, ...call } = part;
  return [call];
}

function markdownOf(message: Message, time: string): string {
  switch (message.role) {
    case 'user':
      return `## ${message.principal} · ${time}\n\n${userText(message.content)}`;
    case 'assistant':
      return `## ${message.model} · ${time}\n\n${message.parts.flatMap(partText).join('\n\n')}`;
    case 'tool':
      return `### ${message.tool}: ${message.outcome} · ${time}\n\n${fenced(message.text)}`;
  }
}

function userText(content: readonly ContentBlock[]): string {
  const files = content.flatMap((block) =>
    block.type === 'text' ? [] : [`[${block.name ?? block.type}, ${block.mediaType}]`],
  );
  return [textOf(content), ...files].filter((text) => text !== '').join('\n\n');
}

function partText(part: AssistantPart): string[] {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [part.text];
    case 'reasoning':
      return [];
    case 'tool-call':
      return [`**${part.tool}**\n\n${fenced(part.argumentsText)}`];
  }
}

/** A fence longer than any inside, so that foreign text cannot end it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
