import type { Language } from '../../protocol/language.ts';
import { describeResult, describeStep } from './answer.ts';
import { replyText } from './reply-texts.ts';
import type { StepResult } from './situation.ts';
import type { Step } from './steps.ts';

/** What every finished step gave, and which steps were not begun. */
export function reportSteps(
  steps: readonly Step[],
  results: readonly StepResult[],
  language: Language,
): readonly string[] {
  return steps.flatMap((step, index) => {
    if (step.isPreparation) return [];
    const result = results[index];
    if (result !== undefined) {
      const isLast = index === results.length - 1;
      return [describeResult(step.intent, result, { language, isLast })];
    }
    const preparation = steps[index - 1];
    const obstacle = results[index - 1];
    if (preparation?.isPreparation && obstacle?.failed) {
      const options = { language, isLast: true, failedIn: preparation.intent };
      return [describeResult(step.intent, obstacle, options)];
    }
    return [replyText(language, 'notBegun', { step: describeStep(step.intent, language) })];
  });
}
