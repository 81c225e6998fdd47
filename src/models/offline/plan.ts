import { type FileContent, hasOutput, toFileContent } from './file-content.ts';
import type { Intent } from './intent.ts';
import type { ParsedRequest } from './parse-request.ts';
import { type ReplyId, replyText } from './reply-texts.ts';
import { reportSteps } from './report.ts';
import type { Situation, StepResult } from './situation.ts';
import { type Step, toSteps } from './steps.ts';
import { type PlannedCall, toCall } from './tool-calls.ts';

export type NextStep =
  | ({ readonly type: 'call' } & PlannedCall)
  | { readonly type: 'answer'; readonly text: string };

/** Decides from the person's words and the results so far. A result is only ever shown or copied. */
export function planNext(parsed: ParsedRequest, situation: Situation): NextStep {
  const request = { ...parsed, language: situation.language ?? parsed.language };
  const { intents, language } = request;
  if (situation.takenOver) return { type: 'answer', text: replyText(language, 'takenOver') };
  const steps = toSteps(intents, situation.tools);
  const results = situation.results.slice(0, steps.length);
  const next = prepareNext(steps, results, situation);
  if (next?.type === 'call') return next;
  const hasWork = next !== undefined || results.length > 0;
  const sections = hasWork ? reportSteps(steps, results, language) : talk(request);
  const obstacle = next === undefined ? [] : [replyText(language, ...next.reply)];
  return { type: 'answer', text: withNotes([...sections, ...obstacle], request, situation) };
}

interface Obstacle {
  readonly type: 'obstacle';
  readonly reply: readonly [id: ReplyId, values?: Readonly<Record<string, string>>];
}

/** The call to make next, or what is in its way; undefined when there is nothing more to call. */
function prepareNext(
  steps: readonly Step[],
  results: readonly StepResult[],
  { mayCall, tools }: Situation,
): Extract<NextStep, { type: 'call' }> | Obstacle | undefined {
  const next = steps[results.length]?.intent;
  const before = steps[results.length - 1]?.intent;
  const result = results.at(-1);
  if (next === undefined || (result?.failed && !canGoOn(next, before, result))) return undefined;
  const content = contentFor(next, before, result);
  const call = toCall(next, content.type === 'content' ? content.text : '');
  if (call === undefined) return undefined;
  if (!mayCall) return { type: 'obstacle', reply: ['toolsWithheld'] };
  if (!tools.has(call.tool)) {
    return { type: 'obstacle', reply: ['toolMissing', { tool: `\`${call.tool}\`` }] };
  }
  if (content.type === 'obstacle') return { type: 'obstacle', reply: [content.id] };
  return { ...call, type: 'call' };
}

/** Nothing follows a step that failed, but the writing down of what a command that failed has put out. */
function canGoOn(next: Intent, before: Intent | undefined, result: StepResult): boolean {
  return next.kind === 'write-result' && before !== undefined && hasOutput(before, result.text);
}

function contentFor(
  next: Intent,
  before: Intent | undefined,
  result: StepResult | undefined,
): FileContent {
  const isCopy = next.kind === 'write-result' && before !== undefined && result !== undefined;
  return isCopy ? toFileContent(before, result.text) : { type: 'content', text: '' };
}

function talk({ intents, language }: ParsedRequest): readonly string[] {
  return talkIds(intents[0]).map((id) => replyText(language, id));
}

function talkIds(intent: Intent | undefined): readonly ReplyId[] {
  switch (intent?.kind) {
    case 'greeting':
    case 'thanks':
      return [intent.kind];
    case 'identity':
      return ['identity', 'connect'];
    case 'help':
      return ['help', 'examples', 'connect'];
    default:
      return ['unknown', 'examples', 'connect'];
  }
}

/** Says once in a conversation, and only beside real work, who is speaking. */
function withNotes(
  parts: readonly string[],
  { intents, language, ignoresLines }: ParsedRequest,
  { isFirstAnswer, results }: Situation,
): string {
  const worked = results.length > 0;
  const notes: ReplyId[] = [
    ...(ignoresLines && intents.length > 0 ? (['ignoresLines'] as const) : []),
    ...(isFirstAnswer && worked ? (['firstAnswer'] as const) : []),
  ];
  return [...parts, ...notes.map((id) => replyText(language, id))].join('\n\n');
}
