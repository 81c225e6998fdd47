import { chatOnTerminal } from '../cli/chat/chat-on-terminal.ts';
import type { OpenQuestion } from '../cli/chat/open-question.ts';
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
  const left = chatOnTerminal({
    deps: stage.deps,
    settings: stage.settings,
    client: scripted.client,
    chatId: 'main',
    language: 'en',
    style: createStyle(false),
    greeting: ['hello'],
    openQuestion: async () => openQuestion,
  });
  const shown = () => stage.terminal.lines().join('\n');
  return { ...stage, scripted, left, shown };
}
