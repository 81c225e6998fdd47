import type { EffectRecord } from '../../storage/records.ts';
import { askTool } from '../ask-tool.ts';
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
  async run(call, deps) {
    if (!hasSideEffect(call)) return { next: call };
    if (call.proposal.earlierInBatch.has(call.callKey)) return deny(call, DUPLICATE);
    const effect = await call.recorder.findEffect(call.idempotencyKey);
    if (effect === undefined && !call.proposal.startedBefore) return { next: call };
    if (effect !== undefined && effect.status !== 'intent') return { call, end: replay(effect) };
    return afterCrash(call, deps);
  },
};

/** It began, and nobody wrote down how it ended. */
async function afterCrash(call: Call, deps: ToolPipelineDeps): Promise<StageResult> {
  const { tool, input } = call;
  if (tool.idempotency === 'idempotent' || onlyReads(call, deps)) return { next: call };
  if (tool.idempotency !== 'verifiable') return { call, end: unknown(call) };
  const context = createContext(call, deps, { attemptIndex: 0, signal: call.signal });
  const looked = await askTool(
    deps.clock,
    () => tool.verify?.(input, context) ?? UNSEEN,
    LONGEST_LOOK_MS,
  );
  const found = looked.ok ? looked.value : UNSEEN;
  if (found.state === 'done') {
    const end = endOfResult(found.result);
    return { call, end: { ...end, metadata: { ...end.metadata, recovered: true } } };
  }
  return found.state === 'not_done' ? { next: call } : { call, end: unknown(call) };
}

const UNSEEN = { state: 'unknown' } as const;

/** A command that the guard knows to change nothing may run again. */
function onlyReads({ tool, input }: Call, { guard, workspace, policy }: ToolPipelineDeps): boolean {
  const around = { workspace, networkPolicy: policy.networkPolicy };
  const { decision } = guard({ capabilities: tool.capabilities, input }, around);
  return decision.patternKey === 'read_only_command';
}

/** The same answer as the first time, however that ended. */
function replay({ receipt }: EffectRecord): CallEnd {
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

function unknown({ tool, summary }: Call): CallEnd {
  return {
    outcome: 'unknown',
    text: `Nobody can say whether this call took effect: the process ended while ${tool.name} ran (${summary}). It is not repeated. Look at what it would have changed before you go on, and tell the person what is not known.`,
    summary: `unknown whether it took effect: ${summary}`,
  };
}
