import { z } from 'zod';
import { Origin } from '../protocol/origin.ts';
import { ToolOutcome } from '../protocol/tool-call.ts';
import type { EffectRecord } from '../storage/records.ts';
import type { ToolReport } from './pipeline-contract.ts';

/** What the effect ledger keeps of a finished call, so that a replay can tell the same again. */
export const EffectReceipt = z.object({
  outcome: ToolOutcome,
  text: z.string(),
  artifactId: z.string().optional(),
  origin: Origin,
  summary: z.string(),
});
export type EffectReceipt = z.infer<typeof EffectReceipt>;

/** For recorders: the `receipt` of the effect that `report` settles. */
export function toEffectReceipt(report: ToolReport): EffectReceipt {
  const { outcome, text, artifactId, origin, summary } = report;
  return { outcome, text, origin, summary, ...(artifactId !== undefined && { artifactId }) };
}

/**
 * For recorders: how an effect stands after a call that had started. A call cut short may have taken effect, unless it is
 * known to have changed nothing.
 */
export function effectStatusOf({
  outcome,
  sideEffect,
}: Pick<ToolReport, 'outcome' | 'sideEffect'>): Exclude<EffectRecord['status'], 'intent'> {
  if (outcome === 'ok') return 'done';
  return outcome === 'error' || !sideEffect ? 'failed' : 'unknown';
}
