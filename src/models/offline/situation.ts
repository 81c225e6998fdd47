import type { Language } from '../../protocol/language.ts';
import type { ModelContent, ModelRequest } from '../model-provider.ts';

export interface StepResult {
  readonly tool: string;
  readonly text: string;
  readonly failed: boolean;
}

/** What of a model request decides the next step. */
export interface Situation {
  /** The person's own words: no time header, no attached file. */
  readonly words: string;
  /** Results of the calls that this model made since those words, in order. */
  readonly results: readonly StepResult[];
  /** Whether calls since those words were made by another model. */
  readonly takenOver: boolean;
  readonly tools: ReadonlySet<string>;
  readonly mayCall: boolean;
  readonly isFirstAnswer: boolean;
  /** The language that the system text demands; undefined when it is the person's. */
  readonly language: Language | undefined;
  /** Id for the next call; occurs nowhere in the request. */
  readonly nextCallId: string;
}

const CALL_ID = /^offline_(\d{1,9})$/;
const TIME_HEADER = /^\[\d{4}-\d{2}-\d{2}[^\]\n]{0,100}\]\s*/;
const ATTACHMENT = /^\[(?:attached file|attachment) /;

export function toSituation(request: ModelRequest): Situation {
  const { messages, tools, toolChoice } = request;
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const question = messages[asked];
  const results = messages
    .slice(asked + 1)
    .flatMap((message) => (message.role === 'tool' ? message.results : []));
  return {
    words: question?.role === 'user' ? wordsOf(question.content) : '',
    results: results.filter(({ providerCallId }) => CALL_ID.test(providerCallId)),
    takenOver: results.some(({ providerCallId }) => !CALL_ID.test(providerCallId)),
    tools: new Set(tools.map(({ name }) => name)),
    mayCall: toolChoice !== 'none',
    isFirstAnswer: messages.slice(0, Math.max(asked, 0)).every(({ role }) => role === 'user'),
    language: demandedLanguage(request.system),
    nextCallId: `offline_${highestCall(messages) + 1}`,
  };
}

/**
 * Messages that followed each other without an answer may have been joined: the last time header begins the
 * newest. What stands in an attached file is never taken for words of the person.
 */
function wordsOf(content: readonly ModelContent[]): string {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const header = texts.findLastIndex((text) => text.replace(TIME_HEADER, '') === '');
  const own = texts.slice(header + 1).find((text) => !ATTACHMENT.test(text)) ?? '';
  return own.replace(TIME_HEADER, '').trim();
}

function demandedLanguage(system: string): Language | undefined {
  if (/^(?:- )?请始终用中文回答。$/m.test(system)) return 'zh';
  return /^(?:- )?Answer in English\.$/m.test(system) ? 'en' : undefined;
}

function highestCall(messages: ModelRequest['messages']): number {
  let highest = 0;
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    for (const part of message.parts) {
      const number = part.type === 'tool-call' ? CALL_ID.exec(part.providerCallId)?.[1] : undefined;
      highest = Math.max(highest, Number(number ?? 0));
    }
  }
  return highest;
}
