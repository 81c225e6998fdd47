import type { Config } from '../../config/schema.ts';

export interface SystemPromptParts {
  readonly agent: Pick<Config['agent'], 'name' | 'language' | 'instructions'>;
  readonly workspace: string;
  /** Text of `prompts/system.md`. */
  readonly template: string;
  /** What the owner wrote in the workspace's AGENT.md. */
  readonly agentFile: string | undefined;
  /** Whether it is read by a worker, who has no person before it. */
  readonly isWorker?: boolean;
}

const WORKER_RULES = `You are a worker: another agent has given you one task, and reads nothing of you but your last message.

- You have no one to ask. A call that needs a person's yes is refused: leave it, and say what you would need.
- Do the task with what you were given and the tools you have, and nothing beyond it.
- End with a message of these parts: Status (done, partly done or not done), Result, Files touched, Open questions.`;

const LANGUAGE_RULES = {
  auto: "Answer in the language of the person's latest message.",
  en: 'Answer in English.',
  zh: '请始终用中文回答。',
} as const;

/** The part that is the same bytes from turn to turn while the configuration is: nothing here knows the time. */
export function buildSystemPrompt({
  agent,
  workspace,
  template,
  agentFile,
  isWorker = false,
}: SystemPromptParts): string {
  const rules = fillTemplate(template, {
    name: agent.name,
    workspace,
    language: LANGUAGE_RULES[agent.language],
  });
  const sections = [
    rules.trim(),
    section('Standing instructions', agent.instructions),
    section('From AGENT.md, written by the owner', agentFile),
    isWorker ? WORKER_RULES : '',
  ];
  return sections.filter((text) => text !== '').join('\n\n');
}

/** Fills `{{name}}` marks. A mark that is not known makes it no template: the text comes back as it was. */
export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  let broken = false;
  const filled = text.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, (mark, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    broken ||= value === undefined;
    return value ?? mark;
  });
  return broken ? text : filled;
}

function section(title: string, text: string | undefined): string {
  return text === undefined || text.trim() === '' ? '' : `${title}:\n${text.trim()}`;
}
