import type { Call, CallEnd, Stage, StageResult } from '../call.ts';
import { hasSideEffect } from '../call.ts';
import { EffectReceipt } from '../effect-receipt.ts';
import { createContext } from '../execution-context.ts';
import type { ToolResult } from '../tool.ts';

/** No effect happens twice: not within a batch, not after it is done, and not after a crash in its middle. */
export const checkReplay: Stage = {
  name: 'replay?',
  async run(call, deps) {
    if (!hasSideEffect(call)) return { next: call };
    if (call.proposal.earlierInBatch.has(call.callKey)) return { call, end: DUPLICATE };
    const effect = await call.recorder.findEffect(call.idempotencyKey);
    if (effect?.status === 'done') return { call, end: replayed(effect.receipt) };
    if (effect === undefined && !call.proposal.startedBefore) return { next: call };
    if (call.tool.idempotency === 'idempotent') return { next: call };
    if (call.tool.verify === undefined) return { call, end: UNKNOWN };
    const first = { attemptIndex: 0, signal: call.signal };
    return afterLook(call, await call.tool.verify(call.input, createContext(call, deps, first)));
  },
};

type Verified = Awaited<ReturnType<NonNullable<Call['tool']['verify']>>>;

function afterLook(call: Call, verified: Verified): StageResult {
  if (verified.state === 'done') return { call, end: recovered(verified.result) };
  return verified.state === 'not_done' ? { next: call } : { call, end: UNKNOWN };
}

function recovered(result: ToolResult): CallEnd {
  const metadata = { ...result.metadata, recovered: true };
  return result.success
    ? { outcome: 'ok', text: result.output, metadata }
    : { outcome: result.outcome ?? 'error', text: result.error, metadata };
}

function replayed(receipt: unknown): CallEnd {
  const { text, summary, origin, artifactId } = EffectReceipt.parse(receipt);
  return {
    outcome: 'replayed',
    text: `This call has been made already and is not repeated. Its result was:\n${text}`,
    summary,
    origin,
    ...(artifactId !== undefined && { artifactId }),
  };
}

const DUPLICATE: CallEnd = {
  outcome: 'denied',
  text: 'Not run: the same call stands earlier in this very batch. If it is meant to happen twice, make the second call after you have seen the first result.',
  metadata: { patternKey: 'duplicate_in_batch' },
};

const UNKNOWN: CallEnd = {
  outcome: 'unknown',
  text: 'Nobody can say whether this call took effect: the process ended while it ran. It is not repeated. Look at what it would have changed before you go on, and tell the person.',
};
