import { toStepResult } from '../agent/call-recorder.ts';
import { createSessionMemory } from '../agent/session-memory.ts';
import type { Clock } from '../base/clock.ts';
import type { IdSource } from '../base/ids.ts';
import type { ChatAddress } from '../protocol/event.ts';
import { ToolStepStart } from '../protocol/journal.ts';
import type { Step, Turn } from '../protocol/turn.ts';
import { NO_USAGE } from '../protocol/usage.ts';
import type { Operation } from '../storage/operation.ts';
import type { EffectRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { effectStatusOf, toEffectReceipt } from '../tools/effect-receipt.ts';
import type { CallRecorder, StartedCall, ToolReport } from '../tools/pipeline-contract.ts';

export interface DirectJournalDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** One call that belongs to no message. */
export interface JournalledCall extends Pick<Turn, 'id' | 'sessionKey' | 'traceId' | 'principal'> {
  readonly address: ChatAddress;
  readonly callId: string;
  readonly tool: string;
  readonly argumentsText: string;
}

/**
 * A call without a conversation is written down as one with: in a turn of its own, which is over before it begins, so
 * that nobody takes it up after a crash. Its session is made when it is not there.
 */
export function openDirectJournal(deps: DirectJournalDeps, call: JournalledCall): CallRecorder {
  const { storage, clock, ids } = deps;
  const { id: turnId, sessionKey, callId } = call;
  const startedAt = clock.now();
  const turn = turnOf(call, startedAt);
  let start: ToolStepStart | undefined;
  // Commits take effect in order: whoever waits for a later one has waited for this one too.
  const opened = storage.commit([keepSession(call, startedAt), { op: 'put-turn', turn }]);
  opened.catch(() => undefined);

  async function commit(operations: readonly Operation[]): Promise<void> {
    await Promise.all([opened, storage.commit(operations)]);
  }

  function putStep(rest: Pick<Step, 'status' | 'result'> & Partial<Step>): Operation {
    const step: Step = { turnId, name: callId, kind: 'tool', startedAt, ...rest };
    return { op: 'put-step', step };
  }

  return {
    memory: createSessionMemory({
      storage,
      clock,
      ids,
      sessionKey,
      turnId,
      stepName: callId,
      commit,
    }),

    async started(started) {
      start = ToolStepStart.parse(started);
      await commit([
        putStep({ status: 'started', result: start }),
        ...putEffect(call, { started, at: clock.now() }),
      ]);
    },

    async finished(started, report) {
      const endedAt = clock.now();
      const part = { ...call, type: 'tool-call', providerCallId: callId } as const;
      const result = toStepResult(part, report, started === undefined ? undefined : start);
      await commit([
        putStep({ status: 'done', endedAt, outcome: report.outcome, result }),
        ...(started === undefined ? [] : putEffect(call, { started, report, at: endedAt })),
        { op: 'put-turn', turn: { ...turn, endedAt } },
      ]);
    },

    async keepArtifact(text, origin) {
      const id = ids.next('art');
      const content = new TextEncoder().encode(text);
      const artifact = {
        id,
        sessionKey,
        turnId,
        kind: 'output',
        mediaType: 'text/plain; charset=utf-8',
        bytes: content.byteLength,
        origin,
        createdAt: clock.now(),
      } as const;
      await commit([{ op: 'put-artifact', artifact, content }]);
      return id;
    },

    findEffect: (idempotencyKey) => storage.effects.get(idempotencyKey),
  };
}

function turnOf({ id, sessionKey, traceId, principal }: JournalledCall, startedAt: number): Turn {
  return {
    id,
    sessionKey,
    inboundId: id,
    traceId,
    principal,
    state: 'done',
    starts: 1,
    startedAt,
    activeMs: 0,
    stopRequested: false,
    neededApproval: false,
    retracted: false,
    usage: NO_USAGE,
  };
}

function keepSession({ sessionKey, address, principal }: JournalledCall, at: number): Operation {
  const orElse = {
    key: sessionKey,
    address,
    principal,
    title: 'tools call',
    createdAt: at,
    updatedAt: at,
    introduced: false,
  };
  return { op: 'update-session', sessionKey, change: { updatedAt: at }, orElse };
}

/** Calls that change nothing need no entry in the ledger. */
function putEffect(
  { id: turnId, callId }: JournalledCall,
  { started, report, at }: { started: StartedCall; report?: ToolReport; at: number },
): Operation[] {
  const { idempotencyKey, tool, idempotency } = started;
  if (idempotency === 'pure') return [];
  const effect: EffectRecord = {
    idempotencyKey,
    turnId,
    stepName: callId,
    tool,
    class: idempotency,
    status: report === undefined ? 'intent' : effectStatusOf(report),
    at,
    ...(report !== undefined && { receipt: toEffectReceipt(report) }),
  };
  return [{ op: 'put-effect', effect }];
}
