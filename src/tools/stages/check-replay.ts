import type { IdempotencyClass } from '../../protocol/tool-call.ts';
import type { EffectRecord } from '../../storage/records.ts';
import { askTool } from '../ask-tool.ts';
import { classOfBegun, unknownEnd } from '../begun-call.ts';
import {
  type Call,
  type CallEnd,
  deny,
  hasSideEffect,
  type Stage,
  type StageResult,
  type ToolPipelineDeps,
} from '../call.ts';
import { EffectReceipt } from '../effect-receipt.ts';
import { createContext } from '../execution-context.ts';
import { endOfResult } from '../tool-result.ts';

const LONGEST_LOOK_MS = 30_000;

/** No effect happens twice: not within a batch, not after it is done, and not after a crash in its middle. */
export const checkReplay: Stage = {
  name: 'replay?',
  run(call, deps) {
    if (call.unsettled !== undefined) return afterCrash(call, call.unsettled, deps);
    if (!hasSideEffect(call)) return { next: call };
    if (call.proposal.earlierInBatch.has(call.callKey)) return deny(call, DUPLICATE);
    return askLedger(call, deps);
  },
};

async function askLedger(call: Call, deps: ToolPipelineDeps): Promise<StageResult> {
  const effect = await call.recorder.findEffect(call.idempotencyKey);
  if (effect === undefined) return { next: call };
  if (effect.status !== 'intent') return { call, end: replayEnd(effect) };
  const unsettled = classOfBegun(call, effect);
  return afterCrash({ ...call, unsettled }, unsettled, deps);
}

/** It began, and nobody wrote down how it ended. */
async function afterCrash(
  call: Call,
  unsettled: IdempotencyClass,
  deps: ToolPipelineDeps,
): Promise<StageResult> {
  if (onlyReads(call, deps)) return { next: { ...call, unsettled: undefined } };
  if (unsettled === 'idempotent') return { next: call };
  return unsettled === 'verifiable' ? look(call, deps) : { call, end: unknownEnd(call) };
}

/** The tool itself knows where to look. */
async function look(call: Call, deps: ToolPipelineDeps): Promise<StageResult> {
  const { tool, input } = call;
  const context = createContext(call, deps, { attemptIndex: 0, signal: () => call.signal });
  const looked = await askTool(
    deps.clock,
    () => tool.verify?.(input, context) ?? UNSEEN,
    LONGEST_LOOK_MS,
  );
  const found = looked.ok ? looked.value : UNSEEN;
  switch (found.state) {
    case 'done': {
      const end = endOfResult(found.result);
      return { call, end: { ...end, metadata: { ...end.metadata, recovered: true } } };
    }
    case 'not_done':
      return { next: { ...call, unsettled: undefined } };
    default:
      return { call, end: unknownEnd(call) };
  }
}

const UNSEEN = { state: 'unknown' } as const;

/** A command that the guard knows to change nothing may run again. */
function onlyReads({ tool, input }: Call, { guard, workspace, policy }: ToolPipelineDeps): boolean {
  const around = { workspace, networkPolicy: policy.networkPolicy };
  const { decision } = guard({ capabilities: tool.capabilities, input }, around);
  return decision.patternKey === 'read_only_command';
}

/** The same answer as the first time, however that ended. */
export function replayEnd({ receipt }: EffectRecord): CallEnd {
  const kept = EffectReceipt.safeParse(receipt);
  if (!kept.success)
    return {
      outcome: 'replayed',
      text: 'This call has been made already; what came of it was not kept.',
    };
  const { text, summary, origin, artifactId, outcome } = kept.data;
  return {
    outcome: 'replayed',
    text: `This call has been made already and is not repeated (it ended as ${outcome}). Its result was:\n${text}`,
    summary,
    origin,
    ...(artifactId !== undefined && { artifactId }),
  };
}

const DUPLICATE = {
  patternKey: 'duplicate_in_batch',
  text: 'Not run: the same call stands earlier in this very batch. If it is meant to happen twice, make the second call after you have seen the first result.',
};
