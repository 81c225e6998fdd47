import { AgentError } from '../../base/errors.ts';
import { EXIT } from '../exit-codes.ts';
import { answerOf } from './answer-of.ts';
import { attachFiles } from './attachments.ts';
import { type ChatSetup, languageOfMessage } from './chat-setup.ts';
import type { ChatView } from './chat-view.ts';
import { type Conversation, openConversation, sessionKeyOfChat } from './conversation.ts';
import { isLeaving } from './leave-words.ts';
import { messageLines } from './message-lines.ts';
import { createPlainView } from './plain-view.ts';
import { refuseWaiting } from './refuse-waiting.ts';
import { createEventPrinter, type EventPrinter } from './show-events.ts';

/**
 * A chat over pipes: each line of the input is a message, answered before the next one is read. Ends with the
 * input. Nobody can be asked, so a chat that waits for a person is left as it is.
 */
export async function chatOverLines(setup: ChatSetup): Promise<number> {
  const { stdin, stdout, stderr } = setup.deps.streams;
  const view = createPlainView(stdout, stderr);
  const { language, style } = setup;
  const printer = createEventPrinter({ view, language, style, live: false });
  const exit = createExit(setup);
  const enter = (chatId: string) =>
    openTalk(setup, { chatId, printer, onWaiting: () => exit.leave(refuseWaiting(setup, chatId)) });

  for (const line of setup.greeting) view.line(line);
  if (await isWaiting(setup)) return refuseWaiting(setup, setup.chatId);
  let conversation = await enter(setup.chatId);
  try {
    for await (const message of messageLines(stdin, exit.signal)) {
      if (isLeaving(message)) break;
      const said = say(setup, message, { conversation, printer, view });
      const { chatId } = await Promise.race([said, exit.code.then(() => NOWHERE)]);
      if (chatId === undefined) continue;
      conversation.close();
      conversation = await enter(chatId);
    }
    return exit.signal.aborted ? await exit.code : EXIT.done;
  } finally {
    exit.close();
    conversation.close();
  }
}

const NOWHERE: { chatId?: string } = {};

/** The ways to leave before the input ends. */
function createExit({ deps }: ChatSetup) {
  const controller = new AbortController();
  const left = Promise.withResolvers<number>();
  const leave = (exitCode: number) => {
    left.resolve(exitCode);
    controller.abort();
  };
  const closers = [
    deps.onSignal('SIGINT', () => leave(EXIT.interrupted)),
    deps.onSignal('SIGTERM', () => leave(EXIT.terminated)),
    deps.onSignal('SIGHUP', () => leave(EXIT.hungUp)),
  ];
  return {
    code: left.promise,
    signal: controller.signal,
    leave,
    close: () => {
      for (const close of closers) close();
    },
  };
}

interface Talk {
  readonly conversation: Conversation;
  readonly printer: EventPrinter;
  readonly view: ChatView;
}

/** Sends a message and waits for its answer; what cannot be sent is told, and the next message follows. */
async function say(setup: ChatSetup, message: string, talk: Talk): Promise<{ chatId?: string }> {
  try {
    const { text, attachments } = await withFiles(setup, message);
    const result = await talk.conversation.send(text, attachments);
    if (result.outcome === 'busy') talk.view.line(setup.style.yellow(result.text));
    if (result.outcome === 'command') await talk.view.reply(result.text);
    const inboundId = 'inboundId' in result ? result.inboundId : undefined;
    if (inboundId !== undefined) await answerOf(inboundId, setup, talk);
    return result.outcome === 'command' && result.chatId ? { chatId: result.chatId } : {};
  } catch (thrown) {
    const error = AgentError.from(thrown);
    if (error.code !== 'invalid_input') throw thrown;
    talk.view.line(setup.style.red(await setup.explain(error)));
    return {};
  }
}

function openTalk(
  setup: ChatSetup,
  parts: {
    readonly chatId: string;
    readonly printer: EventPrinter;
    onWaiting(): void;
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
      if (event.type === 'turn-waiting') onWaiting();
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
