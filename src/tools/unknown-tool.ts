import { nearest } from '../base/nearest.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import { firstLine } from './govern-result.ts';
import type { CallRecorder, PipelineResult, ToolReport } from './pipeline-contract.ts';

const SHOWN_CHARACTERS = 64;

export interface UnknownCall {
  readonly tool: string;
  readonly callKey: string;
  /** Tools that the caller could use instead. */
  readonly usable: readonly string[];
  /** The setting that switches a tool of this name off. */
  readonly off?: string | undefined;
}

/** A name that no tool answers to: the model is told what it could have meant. */
export async function refuseUnknown(
  { tool, callKey, usable, off }: UnknownCall,
  recorder: CallRecorder,
): Promise<PipelineResult> {
  const name = JSON.stringify(tool.slice(0, SHOWN_CHARACTERS));
  const meant = nearest(tool.slice(0, SHOWN_CHARACTERS), usable);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  const what =
    off === undefined
      ? `There is no tool called ${name}.${hint}`
      : `${name} is switched off here (${off}).`;
  const text = `${what} Usable tools: ${usable.join(', ') || 'none'}.`;
  const report: ToolReport = {
    tool: tool.slice(0, SHOWN_CHARACTERS),
    outcome: 'not_visible',
    text,
    origin: trustedOrigin('runtime'),
    summary: firstLine(text),
    attempts: 0,
    durationMs: 0,
    metadata: off === undefined ? {} : { rule: off },
    callKey,
    sideEffect: false,
  };
  await recorder.finished(undefined, report);
  return { state: 'finished', report };
}
