import type { AgentError } from '../base/errors.ts';
import { agentTexts } from './catalogue/agent.ts';
import { appTexts } from './catalogue/app.ts';
import { approvalTexts } from './catalogue/approvals.ts';
import { cliTexts } from './catalogue/cli.ts';
import { configTexts } from './catalogue/config.ts';
import { configFileTexts } from './catalogue/config-file.ts';
import { errorTexts } from './catalogue/errors.ts';
import { fileTexts } from './catalogue/files.ts';
import { foundFileTexts } from './catalogue/found-files.ts';
import { mcpTexts } from './catalogue/mcp.ts';
import { modelTexts } from './catalogue/models.ts';
import { pluginTexts } from './catalogue/plugins.ts';
import { storageTexts } from './catalogue/storage.ts';
import { toolTexts } from './catalogue/tools.ts';
import type { Language } from './language.ts';

/** One text in every language; `{name}` marks a value. */
export type Text = Readonly<Record<Language, string>>;

const TEXTS = {
  ...errorTexts,
  ...configTexts,
  ...configFileTexts,
  ...foundFileTexts,
  ...storageTexts,
  ...fileTexts,
  ...modelTexts,
  ...toolTexts,
  ...mcpTexts,
  ...pluginTexts,
  ...agentTexts,
  ...appTexts,
  ...approvalTexts,
  ...cliTexts,
} satisfies Record<string, Text>;

export type MessageId = keyof typeof TEXTS;

export type MessageValues = Readonly<Record<string, string | number>>;

/** Whether the catalogue holds a text under this id. */
export function isMessageId(id: string): id is MessageId {
  return Object.hasOwn(TEXTS, id);
}

/** The catalogue text of `id` with its values filled in. A value that is missing stays visible as `{name}`. */
export function translate(language: Language, id: MessageId, values: MessageValues = {}): string {
  return TEXTS[id][language].replaceAll(/\{(\w+)\}/g, (mark, name: string) =>
    String(values[name] ?? mark),
  );
}

/** What a person is told about a failure: the text of its message id, else the sentence of its code. */
export function describeError(error: AgentError, language: Language): string {
  const { messageId, values, code } = error;
  if (messageId !== undefined && isMessageId(messageId)) {
    return translate(language, messageId, values);
  }
  return translate(language, `error.${code}`);
}
