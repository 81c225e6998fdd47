import { z } from 'zod';
import type { ToolStepResult } from '../protocol/journal.ts';
import { DELEGATE_TASK } from '../protocol/worker-session.ts';

const Names = z.array(z.string());

/**
 * Calls of the workers that a turn has waited for: what may have happened without anybody knowing, or what needed a person
 * who could not be asked. Those in the background tell for themselves.
 */
export function toldByWorkers(
  calls: readonly ToolStepResult[],
  what: 'unknown' | 'neededApproval',
): string[] {
  return calls
    .filter(({ tool, message }) => (tool ?? message.tool) === DELEGATE_TASK)
    .flatMap(({ metadata }) => Names.safeParse(metadata[what]).data ?? []);
}
