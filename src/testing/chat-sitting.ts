import { chatOnTerminal } from '../cli/chat/chat-on-terminal.ts';
import { createLastingClient } from '../cli/chat/lasting-client.ts';
import type { OpenQuestion } from '../cli/chat/open-question.ts';
import { tellFailure } from '../cli/tell-failure.ts';
import { createStyle } from '../cli/terminal/style.ts';
import { type CliStageOptions, createCliStage } from './cli-stage.ts';
import { createScriptedClient, type ScriptedClientOptions } from './scripted-client.ts';

export interface Sitting extends ScriptedClientOptions, Omit<CliStageOptions, 'client'> {
  readonly openQuestion?: OpenQuestion;
}

/** Sits down at a chat; `left` resolves to the exit code. */
export function sitDown({ openQuestion, ...options }: Sitting = {}) {
  const scripted = createScriptedClient(options);
  const stage = createCliStage({ ...options, client: scripted.client, terminal: { columns: 80 } });
  const { deps, settings } = stage;
  const opening = createLastingClient({ ids: deps.ids, open: async () => scripted.client });
  const left = opening.then((client) =>
    chatOnTerminal({
      deps,
      settings,
      client,
      chatId: 'main',
      language: 'en',
      style: createStyle(false),
      greeting: ['hello'],
      explain: (thrown) => tellFailure(thrown, { language: 'en', dataDir: settings.dataDir, deps }),
      openQuestion: async () => openQuestion,
      turnOnRecord: async () => undefined,
    }),
  );
  const shown = () => stage.terminal.lines().join('\n');
  return { ...stage, scripted, left, shown };
}
