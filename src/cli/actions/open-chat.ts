import { translate } from '../../protocol/catalogue.ts';
import type { ChatSetup } from '../chat/chat-setup.ts';
import { type ChatWish, chooseChat } from '../chat/choose-chat.ts';
import { greetingLines } from '../chat/greeting.ts';
import { createLastingClient } from '../chat/lasting-client.ts';
import { readOpenQuestion } from '../chat/open-question.ts';
import { turnOnRecord } from '../chat/turn-on-record.ts';
import type { Cli } from '../commands/command-line.ts';
import { tellFailure } from '../tell-failure.ts';
import { oneLine } from '../terminal/neutralise.ts';
import { type Begun, note, styleOf, withReader } from './begin.ts';
import { openRuntime } from './open-runtime.ts';

export interface ChatOptions extends ChatWish {
  /** Which stream people read. */
  readonly shownOn: 'stdout' | 'stderr';
  readonly greet: boolean;
}

/** Opens the runtime and a chat with it, hands both to `use`, and closes the runtime whatever happens. */
export async function withChat(
  cli: Cli,
  begun: Begun,
  { options, use }: { readonly options: ChatOptions; use(setup: ChatSetup): Promise<number> },
): Promise<void> {
  const { deps } = cli;
  const { settings, language } = begun;
  for (const { id, values } of settings.warnings) note(cli, translate(language, id, values));
  const style = styleOf(deps, options.shownOn);
  const client = await createLastingClient({
    ids: deps.ids,
    open: () => openRuntime(cli, settings),
  });
  try {
    const chatId = await withReader(cli, settings, (reader) =>
      chooseChat(options, deps.ids, reader),
    );
    const status = await client.status();
    const greeting = options.greet
      ? greetingLines({ status, chatId, home: deps.home, language, style })
      : [];
    // Who is not greeted must know all the same that something stored was damaged.
    if (!options.greet) for (const problem of status.problems) note(cli, oneLine(problem));
    const code = await use({
      deps,
      settings,
      client,
      chatId,
      language,
      style,
      greeting,
      explain: (thrown) => tellFailure(thrown, { language, dataDir: settings.dataDir, deps }),
      turnOnRecord: (inboundId) =>
        withReader(cli, settings, async (reader) =>
          reader === undefined ? undefined : turnOnRecord(reader, inboundId),
        ),
      openQuestion: (sessionKey) =>
        withReader(cli, settings, async (reader) =>
          reader === undefined ? undefined : readOpenQuestion(reader, sessionKey),
        ),
    });
    cli.setExitCode(code);
  } finally {
    await client.close();
  }
}
