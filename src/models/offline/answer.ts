import type { Language } from '../../protocol/language.ts';
import { type ExcerptLimits, excerpt } from './excerpt.ts';
import type { Intent } from './intent.ts';
import { type ReplyId, replyText } from './reply-texts.ts';
import type { StepResult } from './situation.ts';

const NAME_LENGTH = 80;
const LAST_STEP = { lines: 60, characters: 4_000 };
const EARLIER_STEP = { lines: 12, characters: 1_000 };

export interface ResultOptions {
  readonly language: Language;
  /** The last result is shown at more length. */
  readonly isLast: boolean;
  /** The preparation that failed, where the step itself was not reached. */
  readonly failedIn?: Intent;
}

/** What to tell of a step: what it was, what came of it, and what to do when it failed. */
export function describeResult(
  intent: Intent,
  result: StepResult,
  { language, isLast, failedIn = intent }: ResultOptions,
): string {
  const step = describeStep(intent, language);
  const limits: ExcerptLimits = {
    ...(isLast || result.failed ? LAST_STEP : EARLIER_STEP),
    keep: intent.kind === 'run' ? 'tail' : 'head',
  };
  const output = result.text.trim() === '' ? [] : [excerpt(result.text, limits, language)];
  if (result.failed) {
    const { id, advice } = judgeFailure(failedIn, result.text);
    const [first, last] = [replyText(language, id, { step }), replyText(language, advice)];
    return [first, ...output, last].join('\n');
  }
  if (output.length === 0) return replyText(language, 'empty', { step });
  if (isChange(intent)) return [replyText(language, 'done', { step }), ...output].join('\n');
  return [replyText(language, 'output', { step }), ...output].join('\n');
}

/** A few words for the step, fit to stand in a sentence. */
export function describeStep(intent: Intent, language: Language): string {
  const say = (id: ReplyId, values: Readonly<Record<string, string>> = {}) =>
    replyText(language, id, values);
  switch (intent.kind) {
    case 'read':
    case 'list':
    case 'edit':
      return say(`step.${intent.kind}`, { path: inlineName(intent.path) });
    case 'search':
      return intent.path === undefined
        ? say('step.search', { query: inlineName(intent.query) })
        : say('step.searchIn', { query: inlineName(intent.query), path: inlineName(intent.path) });
    case 'write':
    case 'write-result':
      return say(`step.${intent.mode}`, { path: inlineName(intent.path) });
    case 'run':
      return say('step.run', { command: inlineName(intent.command) });
    case 'todo-add':
    case 'todo-list':
      return say(`step.${intent.kind}`);
    case 'todo-done':
    case 'todo-drop':
      return say(`step.${intent.kind}`, { id: intent.id });
    default:
      return say(intent.kind);
  }
}

/** A refusal is told from a failure by how the pipeline begins its text. */
function judgeFailure(intent: Intent, text: string): { id: ReplyId; advice: ReplyId } {
  if (/^Not allowed\b/.test(text)) return { id: 'refused', advice: 'advice.blocked' };
  if (/^Not run\b/.test(text)) return { id: 'refused', advice: 'advice.refused' };
  return { id: 'failed', advice: adviceFor(intent) };
}

function isChange({ kind }: Intent): boolean {
  return kind === 'write' || kind === 'write-result' || kind === 'edit';
}

function adviceFor({ kind }: Intent): ReplyId {
  switch (kind) {
    case 'write':
    case 'write-result':
      return 'advice.write';
    case 'edit':
      return 'advice.edit';
    case 'run':
      return 'advice.run';
    case 'todo-add':
    case 'todo-list':
    case 'todo-done':
    case 'todo-drop':
      return 'advice.todo';
    default:
      return 'advice.read';
  }
}

/** On one line, short, and in backticks that nothing inside can close. */
function inlineName(text: string): string {
  const line = text.replaceAll(/[\s`]+/g, ' ').trim();
  return `\`${line.length <= NAME_LENGTH ? line : `${line.slice(0, NAME_LENGTH)}…`}\``;
}
