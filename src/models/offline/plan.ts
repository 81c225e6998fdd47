import { describeResult, describeStep } from './answer.ts';
import { type FileContent, toFileContent } from './file-content.ts';
import type { Intent } from './intent.ts';
import type { ParsedRequest } from './parse-request.ts';
import { type ReplyId, replyText } from './reply-texts.ts';
import type { Situation, StepResult } from './situation.ts';
import { type PlannedCall, toCall } from './tool-calls.ts';

export type NextStep =
  | ({ readonly type: 'call' } & PlannedCall)
  | { readonly type: 'answer'; readonly text: string };

/** Decides from the person's words and the results so far. A result is only ever shown or copied. */
export function planNext(request: ParsedRequest, situation: Situation): NextStep {
  const { intents, language } = request;
  if (situation.takenOver) return { type: 'answer', text: replyText(language, 'takenOver') };
  const results = situation.results.slice(0, intents.length);
  const next = results.at(-1)?.failed ? undefined : intents[results.length];
  const step = next && prepareStep(next, intents, { ...situation, results });
  if (step?.type === 'call') return step;
  const hasWork = step !== undefined || results.length > 0;
  const sections = hasWork ? reportResults(request, results) : talk(request);
  const obstacle = step === undefined ? [] : [replyText(language, ...step.reply)];
  return { type: 'answer', text: withNotes([...sections, ...obstacle], request, situation) };
}

type PreparedStep =
  | ({ readonly type: 'call' } & PlannedCall)
  | {
      readonly type: 'obstacle';
      readonly reply: readonly [id: ReplyId, values?: Readonly<Record<string, string>>];
    };

/** The call to make next, or what is in its way; undefined when there is nothing to call. */
function prepareStep(
  next: Intent,
  intents: readonly Intent[],
  { results, mayCall, tools }: Situation,
): PreparedStep | undefined {
  const source = intents[results.length - 1];
  const content = next.kind === 'write-result' && source ? contentFor(source, results) : NO_CONTENT;
  const call = toCall(next, content.type === 'content' ? content.text : '');
  if (call === undefined) return undefined;
  if (!mayCall) return { type: 'obstacle', reply: ['toolsWithheld'] };
  if (!tools.has(call.tool)) {
    return { type: 'obstacle', reply: ['toolMissing', { tool: `\`${call.tool}\`` }] };
  }
  if (content.type === 'obstacle') return { type: 'obstacle', reply: [content.id] };
  return { ...call, type: 'call' };
}

const NO_CONTENT: FileContent = { type: 'content', text: '' };

function contentFor(source: Intent, results: readonly StepResult[]): FileContent {
  return toFileContent(source, results.at(-1)?.text ?? '');
}

/** What every finished step gave, and which steps were not begun. */
function reportResults(
  { intents, language }: ParsedRequest,
  results: readonly StepResult[],
): readonly string[] {
  return intents.map((intent, index) => {
    const result = results[index];
    if (result === undefined) {
      return replyText(language, 'notBegun', { step: describeStep(intent, language) });
    }
    return describeResult(intent, result, { language, isLast: index === results.length - 1 });
  });
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
