import { AgentError } from '../../base/errors.ts';
import { describeError, translate } from '../../protocol/catalogue.ts';
import { EXIT } from '../exit-codes.ts';
import { answerOf } from './answer-of.ts';
import { attachFiles } from './attachments.ts';
import { type ChatSetup, languageOfMessage } from './chat-setup.ts';
import type { ChatView } from './chat-view.ts';
import { type Conversation, openConversation, sessionKeyOfChat } from './conversation.ts';
import { messageLines } from './message-lines.ts';
import { createPlainView } from './plain-view.ts';
import { createEventPrinter, type EventPrinter } from './show-events.ts';

const LEAVE = new Set(['/quit', '/exit']);

/**
 * A chat over pipes: each line of the input is a message, answered before the next one is read. Ends with the
 * input. Nobody can be asked, so a chat that waits for a person is left as it is.
 */
export async function chatOverLines(setup: ChatSetup): Promise<number> {
  const { stdin, stdout, stderr } = setup.deps.streams;
  const view = createPlainView(stdout, stderr);
  const { language, style } = setup;
  const printer = createEventPrinter({ view, language, style, live: false });
  const waiting = Promise.withResolvers<'waiting'>();
  const enter = (chatId: string) =>
    openTalk(setup, { chatId, printer, onWaiting: waiting.resolve });

  for (const line of setup.greeting) view.line(line);
  if (await isWaiting(setup)) return refuse(setup);
  let conversation = await enter(setup.chatId);
  try {
    for await (const message of messageLines(stdin)) {
      if (LEAVE.has(message.trim())) return EXIT.done;
      const said = say(setup, message, { conversation, printer, view });
      const step = await Promise.race([said, waiting.promise]);
      if (step === 'waiting') return refuse(setup);
      if (step.chatId === undefined) continue;
      conversation.close();
      conversation = await enter(step.chatId);
    }
    return EXIT.done;
  } finally {
    conversation.close();
  }
}

interface Talk {
  readonly conversation: Conversation;
  readonly printer: EventPrinter;
  readonly view: ChatView;
}

/** Sends a message and waits for its answer; what cannot be sent is told, and the next message follows. */
async function say(setup: ChatSetup, message: string, talk: Talk): Promise<{ chatId?: string }> {
  const { language, style } = setup;
  try {
    const { text, attachments } = await withFiles(setup, message);
    const result = await talk.conversation.send(text, attachments);
    if (result.outcome === 'busy') talk.view.line(style.yellow(result.text));
    if (result.outcome === 'command') await talk.view.reply(result.text);
    const inboundId = 'inboundId' in result ? result.inboundId : undefined;
    if (inboundId !== undefined) await answerOf(inboundId, setup, talk);
    return result.outcome === 'command' && result.chatId ? { chatId: result.chatId } : {};
  } catch (thrown) {
    const error = AgentError.from(thrown);
    if (error.code !== 'invalid_input') throw thrown;
    talk.view.line(style.red(describeError(error, language)));
    return {};
  }
}

function openTalk(
  setup: ChatSetup,
  parts: {
    readonly chatId: string;
    readonly printer: EventPrinter;
    onWaiting(state: 'waiting'): void;
  },
): Promise<Conversation> {
  const { chatId, printer, onWaiting } = parts;
  return openConversation({
    client: setup.client,
    chatId,
    canAsk: false,
    assumeYes: false,
    languageOf: (text) => languageOfMessage(setup, text),
    onSent: printer.ours,
    onReply: printer.deliver,
    onEvent(event) {
      printer.show(event);
      if (event.type === 'turn-waiting') onWaiting('waiting');
    },
  });
}

async function withFiles({ deps, settings }: ChatSetup, message: string) {
  if (message.startsWith('/')) return { text: message, attachments: [] };
  const { cwd, home } = deps;
  return attachFiles(message, { workspace: settings.workspace, cwd, home, typed: false });
}

async function isWaiting({ openQuestion, chatId }: ChatSetup): Promise<boolean> {
  return (await openQuestion(sessionKeyOfChat(chatId))) !== undefined;
}

function refuse({ deps, language, chatId }: ChatSetup): number {
  const text = translate(language, 'cli.run.waiting', { session: chatId });
  deps.streams.stderr.write(`${text}\n`);
  return EXIT.needsApproval;
}
