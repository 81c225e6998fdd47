import type { SubmitResult } from '../../app/runtime-client.ts';
import { translate } from '../../protocol/catalogue.ts';
import type { OutboundEvent } from '../../protocol/event.ts';
import type { RunEvent } from '../../protocol/run-event.ts';
import { answerOf } from '../chat/answer-of.ts';
import { attachFiles } from '../chat/attachments.ts';
import { type ChatSetup, languageOfMessage } from '../chat/chat-setup.ts';
import { type Conversation, openConversation, sessionKeyOfChat } from '../chat/conversation.ts';
import { createPlainView, writeAll } from '../chat/plain-view.ts';
import { refuseWaiting } from '../chat/refuse-waiting.ts';
import { createEventPrinter } from '../chat/show-events.ts';
import { EXIT, exitCodeOfTurn, type TurnEnd } from '../exit-codes.ts';
import { toJson } from '../terminal/json-line.ts';
import { createJsonEvents } from './json-events.ts';
import { createLineAsker } from './line-asker.ts';

export interface RunRequest {
  readonly prompt: string;
  /** Whether the owner typed it; text from a pipe attaches no files. */
  readonly typed: boolean;
  readonly json: boolean;
  readonly yes: boolean;
}

/** One message, one answer: the answer to the standard output, everything else to the error stream. */
export async function runPrompt(setup: ChatSetup, request: RunRequest): Promise<number> {
  const sessionKey = sessionKeyOfChat(setup.chatId);
  const { stdin, stderr } = setup.deps.streams;
  const canAsk = stdin.isTTY === true && stderr.isTTY === true;
  const open = await setup.openQuestion(sessionKey);
  if (open !== undefined && !canAsk) return refuseWaiting(setup, setup.chatId);

  const message = await readMessage(setup, request);
  const stage = await openStage(setup, request, canAsk);
  if (open?.kind === 'approval') stage.asker?.ask(open.approval);
  if (open?.kind === 'clarification') stage.asker?.clarify(open.turnId, open.waitingFor);
  try {
    const sent = stage.conversation.send(message.text, message.attachments);
    const code = await Promise.race([
      sent.then((result) => finish(setup, { request, stage, result })),
      stage.left.promise,
    ]);
    return code === WAITING ? refuseWaiting(setup, setup.chatId) : code;
  } finally {
    stage.close();
  }
}

const WAITING = -1;

interface Stage {
  readonly conversation: Conversation;
  readonly printer: ReturnType<typeof createEventPrinter>;
  readonly asker: ReturnType<typeof createLineAsker> | undefined;
  /** Resolves to an exit code when there is no point in waiting for the answer. */
  readonly left: PromiseWithResolvers<number>;
  readonly interrupted: () => boolean;
  close(): void;
}

async function openStage(
  setup: ChatSetup,
  { json, yes }: RunRequest,
  canAsk: boolean,
): Promise<Stage> {
  const { deps, client, language, style, explain } = setup;
  const { stdout, stderr } = deps.streams;
  const left = Promise.withResolvers<number>();
  const interrupt = createInterrupt(setup, left.resolve);
  const ours = new Set<string>();
  const failures = new Set<string>();
  const answers = createPlainView(json ? stderr : stdout, stderr);
  const reasons = createPlainView(stderr, stderr);
  const view = {
    ...answers,
    // Why a turn failed is no answer: whoever reads the output of this command gets none.
    reply: (text: string) =>
      ([...ours].some((id) => failures.has(id)) ? reasons : answers).reply(text),
  };
  const printer = createEventPrinter({ view, language, style, live: false });
  const events = createJsonEvents((line) => void stdout.write(`${line}\n`));
  const asker = canAsk ? createLineAsker({ ...deps, client, language, style, explain }) : undefined;

  const conversation = await openConversation({
    client,
    chatId: setup.chatId,
    canAsk,
    assumeYes: yes,
    languageOf: (text) => languageOfMessage(setup, text),
    onSent(inboundId) {
      ours.add(inboundId);
      interrupt.sent(inboundId);
      printer.ours(inboundId);
      events.begin(inboundId);
    },
    onEvent(event: RunEvent) {
      if (json) events.hear(event);
      else printer.show(event);
      asker?.hear(event);
      if (event.type === 'turn-end' && isFailure(event)) failures.add(event.inboundId);
      if (event.type === 'turn-waiting' && !canAsk) left.resolve(WAITING);
      if (event.type !== 'turn-break') return;
      if (json) stderr.write(`${event.text}\n`);
      left.resolve(EXIT.failed);
    },
    async onReply(event: OutboundEvent) {
      // Its events tell the answer already.
      const inboundId = event.replyTo ?? '';
      if (json && ours.has(inboundId)) return;
      // A reply may come before the event that says how its turn ended; what is stored is never late.
      const end = ours.has(inboundId) ? await setup.turnOnRecord(inboundId) : undefined;
      if (end !== undefined && isFailure(end)) failures.add(inboundId);
      await printer.deliver(event);
    },
  });
  const closers = [
    deps.onSignal('SIGINT', interrupt.press),
    deps.onSignal('SIGTERM', () => left.resolve(terminate(setup, ours.size > 0))),
    deps.onSignal('SIGHUP', () => left.resolve(EXIT.hungUp)),
  ];
  return {
    conversation,
    printer,
    asker,
    left,
    interrupted: interrupt.pressed,
    close() {
      for (const close of closers) close();
      asker?.close();
      conversation.close();
    },
  };
}

function isFailure({ outcome }: Pick<TurnEnd, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'quarantined';
}

/** Being told to end is about this process: the message was accepted, whoever runs the turn. */
function terminate({ deps, language }: ChatSetup, accepted: boolean): number {
  if (accepted) deps.streams.stderr.write(`${translate(language, 'cli.run.goes_on')}\n`);
  return EXIT.terminated;
}

/** Ctrl-C: once stops the turn of our message, as soon as it is taken; twice leaves without waiting for its end. */
function createInterrupt({ client, chatId }: ChatSetup, leave: (exitCode: number) => void) {
  const sent = Promise.withResolvers<string>();
  let pressed = false;
  return {
    pressed: () => pressed,
    sent: sent.resolve,
    press() {
      if (pressed) return leave(EXIT.interrupted);
      pressed = true;
      void sent.promise
        .then((inboundId) => client.stop(sessionKeyOfChat(chatId), inboundId))
        .then(
          (stopped) => (stopped ? undefined : leave(EXIT.interrupted)),
          () => leave(EXIT.interrupted),
        );
    },
  };
}

async function finish(
  setup: ChatSetup,
  { request, stage, result }: { request: RunRequest; stage: Stage; result: SubmitResult },
): Promise<number> {
  const { stdout, stderr } = setup.deps.streams;
  if (result.outcome === 'busy') {
    stderr.write(`${setup.style.yellow(result.text)}\n`);
    return EXIT.failed;
  }
  if (result.outcome === 'command') {
    const { text } = result;
    await writeAll(stdout, `${request.json ? toJson({ type: 'command', text }) : text}\n`);
    if (result.inboundId === undefined) return EXIT.done;
  }
  const end = await answerOf(result.inboundId ?? '', setup, stage);
  return stage.interrupted() ? EXIT.interrupted : exitCodeOfTurn(end);
}

async function readMessage({ deps, settings }: ChatSetup, { prompt, typed }: RunRequest) {
  if (!typed || prompt.trimStart().startsWith('/')) return { text: prompt, attachments: [] };
  const { cwd, home } = deps;
  return attachFiles(prompt, { workspace: settings.workspace, cwd, home, typed });
}
