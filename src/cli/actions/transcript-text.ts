import { textOf } from '../../protocol/content.ts';
import type { AssistantPart, Message } from '../../protocol/message.ts';
import type { MessageRecord } from '../../storage/records.ts';
import { neutralise, oneLine } from '../terminal/neutralise.ts';
import type { Style } from '../terminal/style.ts';
import { formatTime } from '../terminal/time.ts';

const SNIPPET = 100;

/** One message of a transcript as lines for a person, who speaks at the command line; reasoning stays out. */
export function messageText(
  { message, at }: MessageRecord,
  { style, timeZone, you }: { style: Style; timeZone: string; you: string },
): string[] {
  const time = style.dim(formatTime(at, timeZone));
  switch (message.role) {
    case 'user': {
      const files = message.content.flatMap((block) =>
        block.type === 'text' ? [] : [`[${block.name ?? block.type}]`],
      );
      const text = [textOf(message.content), ...files].join(' ');
      const who = message.principal.startsWith('cli:') ? you : oneLine(message.principal);
      return [`${style.bold(who)}  ${time}`, neutralise(text), ''];
    }
    case 'assistant':
      return [
        `${style.bold(oneLine(message.model))}  ${time}`,
        ...message.parts.flatMap(partLines),
        '',
      ];
    case 'tool':
      return [style.dim(`  ${oneLine(message.tool)}: ${message.outcome}  ${time}`), ''];
  }
}

/** One line about a found message: where it is, and the words around the first match. */
export function snippetLine(record: MessageRecord, query: string, timeZone: string): string {
  const { sessionKey, at, message } = record;
  const text = oneLine(plainText(message));
  const word = query.trim().split(/\s+/)[0]?.toLowerCase() ?? '';
  const found = Math.max(0, text.toLowerCase().indexOf(word));
  const from = Math.max(0, found - SNIPPET / 4);
  const snippet = text.slice(from, from + SNIPPET);
  const more = from + SNIPPET < text.length ? '…' : '';
  const place = `${oneLine(sessionKey)}  ${formatTime(at, timeZone)}  ${message.role}`;
  return `${place}  ${from > 0 ? '…' : ''}${snippet}${more}`;
}

function plainText(message: Message): string {
  if (message.role === 'user') return textOf(message.content);
  return message.role === 'tool' ? message.text : message.parts.flatMap(partLines).join(' ');
}

function partLines(part: AssistantPart): string[] {
  if (part.type === 'text') return part.text.trim() === '' ? [] : [neutralise(part.text)];
  return part.type === 'tool-call'
    ? [`  ${oneLine(part.tool)} ${oneLine(part.argumentsText)}`]
    : [];
}
