import type { SubmitResult } from '../../app/runtime-client.ts';
import { translate } from '../../protocol/catalogue.ts';
import type { RunEvent } from '../../protocol/run-event.ts';
import { EXIT } from '../exit-codes.ts';
import { openKeyboard } from '../terminal/keyboard.ts';
import type { EditorEffect } from '../terminal/line-editor.ts';
import { neutralise } from '../terminal/neutralise.ts';
import { attachFiles } from './attachments.ts';
import { type ChatSetup, languageOfMessage } from './chat-setup.ts';
import { type Conversation, openConversation } from './conversation.ts';
import { isLeaving } from './leave-words.ts';
import { createTerminalUi, type TerminalUi } from './terminal-ui.ts';

/** A second Ctrl-C within this time leaves. */
const TWICE_MS = 3_000;

/** A chat at a terminal: answers scroll above, messages and answers to questions are typed below. */
export async function chatOnTerminal(setup: ChatSetup): Promise<number> {
  const { deps, greeting } = setup;
  const ui = createTerminalUi(setup);
  const left = Promise.withResolvers<number>();
  const room: Room = {
    setup,
    ui,
    running: new Set(),
    leave: left.resolve,
    interruptedAt: Number.NEGATIVE_INFINITY,
    conversation: undefined,
  };

  for (const text of greeting) ui.line(text);
  const closers = [
    deps.onSignal('SIGINT', () => interrupt(room)),
    deps.onSignal('SIGTERM', () => left.resolve(EXIT.terminated)),
    deps.onSignal('SIGHUP', () => left.resolve(EXIT.hungUp)),
    openKeyboard(deps.streams, {
      onKey: (typed, key) => obey(room, ui.promptLine.press(typed, key)),
      onEnd: () => left.resolve(EXIT.done),
    }),
    onResize(deps.streams.stdout, ui.promptLine.draw),
    setup.client.onTakeover(() => takenOver(room)),
  ];
  try {
    ui.promptLine.draw();
    // Whoever types before the conversation is open waits for it.
    const entered = enter(room, setup.chatId);
    return await Promise.race([left.promise, entered.then(() => left.promise)]);
  } finally {
    if (room.running.size > 0) ui.line(say(room, 'cli.chat.goes_on'));
    ui.questions.close();
    ui.promptLine.remove();
    for (const close of closers) close();
    await room.conversation?.then(({ close }) => close());
  }
}

interface Room {
  readonly setup: ChatSetup;
  readonly ui: TerminalUi;
  /** Turns that go on right now. */
  readonly running: Set<string>;
  leave(exitCode: number): void;
  interruptedAt: number;
  conversation: Promise<Conversation> | undefined;
}

/** Begins to listen to a chat, and takes up what it has been waiting for. */
async function enter(room: Room, chatId: string): Promise<void> {
  const { setup, ui } = room;
  const before = room.conversation;
  room.conversation = openConversation({
    client: setup.client,
    chatId,
    canAsk: true,
    assumeYes: false,
    languageOf: (text) => languageOfMessage(setup, text),
    onSent: ui.printer.ours,
    onEvent: (event) => hear(room, event),
    onReply: ui.printer.deliver,
  });
  (await before)?.close();
  const { sessionKey } = await room.conversation;
  const open = await setup.openQuestion(sessionKey);
  if (open?.kind === 'approval') ui.questions.ask(open.approval);
  if (open?.kind === 'clarification') ui.questions.clarify(open.turnId, open.waitingFor);
}

/** Another runtime goes on; what ran may have ended meanwhile. */
function takenOver({ ui, running, setup }: Room) {
  running.clear();
  ui.promptLine.setStatus(undefined);
  ui.line(setup.style.dim(translate(setup.language, 'cli.chat.reconnected')));
}

function hear({ ui, running }: Room, event: RunEvent) {
  if (event.type === 'turn-start') running.add(event.turnId);
  if (event.type === 'turn-end') running.delete(event.turnId);
  ui.printer.show(event);
  ui.questions.hear(event);
}

function obey(room: Room, effect: EditorEffect) {
  switch (effect.type) {
    case 'edit':
      return undefined;
    case 'interrupt':
      return interrupt(room);
    case 'end':
      return room.leave(EXIT.done);
    case 'submit':
      return take(room, effect);
  }
}

function take(room: Room, { text, pasted }: { text: string; pasted: boolean }) {
  const { ui } = room;
  const isCommand = text.trimStart().startsWith('/');
  const asked = ui.questions.prompt() !== undefined;
  if (isLeaving(text)) return room.leave(EXIT.done);
  if (text.trim() === '' && !asked) return undefined;
  ui.line(ui.promptLine.echo(neutralise(text)));
  if (asked && !isCommand) return void ui.questions.answer(text);
  return void send(room, { text, typed: !pasted }).catch((thrown: unknown) =>
    fail(room, thrown, text),
  );
}

async function send(room: Room, message: { text: string; typed: boolean }): Promise<void> {
  const { deps, settings } = room.setup;
  const isCommand = message.text.trimStart().startsWith('/');
  const places = {
    workspace: settings.workspace,
    cwd: deps.cwd,
    home: deps.home,
    typed: message.typed,
  };
  const { text, attachments } = isCommand
    ? { text: message.text, attachments: [] }
    : await attachFiles(message.text, places);
  const conversation = await room.conversation;
  if (conversation === undefined) return;
  await took(room, await conversation.send(text, attachments), message.text);
}

async function took(room: Room, result: SubmitResult, text: string): Promise<void> {
  const { ui, setup } = room;
  if (result.outcome === 'busy') {
    ui.line(setup.style.yellow(result.text));
    putBack(room, text);
  }
  if (result.outcome !== 'command') return;
  ui.line(neutralise(result.text));
  if (text.trim() === '/help') ui.line(say(room, 'cli.chat.keys'));
  if (result.chatId !== undefined) await enter(room, result.chatId);
}

async function fail(room: Room, thrown: unknown, text: string): Promise<void> {
  const { setup, ui } = room;
  ui.line(setup.style.red(await setup.explain(thrown)));
  putBack(room, text);
}

/** What was not taken is there to be sent again, unless something else is being typed. */
function putBack({ ui }: Room, text: string) {
  if (ui.promptLine.text() === '' && ui.questions.prompt() === undefined) {
    ui.promptLine.setText(text);
  }
}

/** Ctrl-C: once stops the turn or clears the line, twice leaves, unless something was typed meanwhile. */
function interrupt(room: Room) {
  const { setup, ui } = room;
  const now = setup.deps.clock.monotonic();
  const again = now - room.interruptedAt < TWICE_MS;
  if (again && ui.promptLine.text() === '') return room.leave(EXIT.interrupted);
  room.interruptedAt = now;
  return void stop(room).catch((thrown: unknown) => fail(room, thrown, ui.promptLine.text()));
}

async function stop(room: Room): Promise<void> {
  const { setup, ui } = room;
  const conversation = await room.conversation;
  if (conversation === undefined) return;
  const stopped = await setup.client.stop(conversation.sessionKey);
  if (!stopped) ui.promptLine.setText('');
  ui.line(say(room, stopped ? 'cli.chat.stopping' : 'cli.chat.again'));
}

function say(
  { setup }: Room,
  id: 'cli.chat.stopping' | 'cli.chat.again' | 'cli.chat.keys' | 'cli.chat.goes_on',
) {
  return setup.style.dim(translate(setup.language, id));
}

function onResize(stdout: NodeJS.WritableStream, draw: () => void): () => void {
  stdout.on('resize', draw);
  return () => void stdout.removeListener('resize', draw);
}
