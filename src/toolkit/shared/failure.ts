import { AgentError, type ErrorCode } from '../../base/errors.ts';
import type { ToolMetadata, ToolResult } from '../../tools/tool.ts';

export type Failure = Extract<ToolResult, { success: false }>;

/** What the model can act on. The rest is for the pipeline: it knows what an abort or a defect means. */
const FOR_THE_MODEL: readonly ErrorCode[] = [
  'invalid_input',
  'forbidden',
  'not_found',
  'conflict',
  'storage_unwritable',
];

export function failure(error: string, metadata: ToolMetadata = {}): Failure {
  return { success: false, error, metadata };
}

/** An error about files as a result with its next step; anything else is thrown again. */
export function toFailure(thrown: unknown): Failure {
  if (!(thrown instanceof AgentError) || !FOR_THE_MODEL.includes(thrown.code)) throw thrown;
  const { alternative, patternKey } = thrown.details;
  const next = typeof alternative === 'string' ? ` ${alternative}` : '';
  return failure(`${thrown.message}${next}`, {
    code: thrown.code,
    ...(typeof patternKey === 'string' && { patternKey }),
  });
}
