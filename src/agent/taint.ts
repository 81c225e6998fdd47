import type { ContentBlock } from '../protocol/content.ts';
import type { ToolStepResult } from '../protocol/journal.ts';

/** Whether words from outside were among what a turn was asked, or what its calls brought in. */
export function hasReadUntrusted(
  asked: readonly ContentBlock[],
  calls: readonly Pick<ToolStepResult, 'message'>[],
): boolean {
  return [...asked, ...calls.map(({ message }) => message)].some(
    ({ origin }) => origin.trust === 'untrusted',
  );
}
