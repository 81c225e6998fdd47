import { type ToolStepResult, ToolStepStart } from '../protocol/journal.ts';
import type { ToolCallPart } from '../protocol/message.ts';
import type { Operation } from '../storage/operation.ts';
import type { EffectRecord } from '../storage/records.ts';
import { effectStatusOf, toEffectReceipt } from '../tools/effect-receipt.ts';
import type { CallRecorder, StartedCall, ToolReport } from '../tools/pipeline-contract.ts';
import { interruptionOf } from './interruption.ts';
import { createSessionMemory } from './session-memory.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';
import type { TurnJournal } from './turn-journal.ts';
import { publish, type TurnRun } from './turn-run.ts';

/** Writes one call of a turn into its journal: `started` with the intent of its effect, then the outcome with the receipt. */
export function createCallRecorder(
  deps: TurnEngineDeps,
  run: TurnRun,
  call: ToolCallPart,
): CallRecorder {
  const { storage, clock, ids } = deps;
  const { journal } = run;
  const { sessionKey, id: turnId } = journal.turn();
  const base = { turnId, name: call.callId, kind: 'tool' } as const;
  let begunAt: number | undefined;

  return {
    memory: createSessionMemory({
      storage,
      clock,
      ids,
      sessionKey,
      turnId,
      stepName: call.callId,
      commit: (operations) => journal.commit(operations),
    }),

    findEffect: (idempotencyKey) => storage.effects.get(idempotencyKey),

    async started(started) {
      const { tool, summary } = started;
      const result = toStart(started);
      begunAt = clock.now();
      const effects = effectOperations(run, call, { started, at: begunAt });
      const step = { ...base, status: 'started', startedAt: begunAt, result } as const;
      await journal.write([step], effects);
      publish(deps, run, { type: 'tool-start', step: call.callId, tool, summary });
    },

    async finished(started, report) {
      if (isPaused(run, started, report)) throw run.signal.reason;
      const begun = beginningOf(journal, call);
      const startedAt = begun?.startedAt ?? begunAt ?? clock.now();
      const effects = started && effectOperations(run, call, { started, report, at: clock.now() });
      const { tool, outcome, durationMs, summary } = report;
      const start = started === undefined ? begun?.result : toStart(started);
      const result = toStepResult(call, report, start);
      const times = { startedAt, endedAt: clock.now() };
      await journal.write([{ ...base, status: 'done', ...times, outcome, result }], effects);
      const step = call.callId;
      publish(deps, run, { type: 'tool-end', step, tool, outcome, durationMs, summary });
    },

    async keepArtifact(text, origin) {
      const id = ids.next('art');
      const content = new TextEncoder().encode(text);
      await journal.commit([
        {
          op: 'put-artifact',
          artifact: {
            id,
            sessionKey,
            turnId,
            kind: 'output',
            mediaType: 'text/plain; charset=utf-8',
            name: `${call.tool} ${call.callId}`,
            bytes: content.byteLength,
            origin,
            createdAt: clock.now(),
          },
          content,
        },
      ]);
      return id;
    },
  };
}

/** The end of the process is not the end of a call that is safe to make again: it goes on at the next start. */
function isPaused(
  { signal }: TurnRun,
  started: StartedCall | undefined,
  { outcome }: ToolReport,
): boolean {
  const mayRunAgain = started?.idempotency === 'idempotent';
  return mayRunAgain && outcome === 'cancelled' && interruptionOf(signal) === 'shutdown';
}

function toStart(started: StartedCall): ToolStepStart {
  return ToolStepStart.parse(started);
}

/** The step of a call that has begun and not ended, in an earlier process perhaps. */
export function beginningOf(journal: TurnJournal, { callId }: ToolCallPart) {
  const step = journal.step(callId);
  return step?.kind === 'tool' && step.status === 'started' ? step : undefined;
}

/** The transcript entry and the record of a call that has ended, run or not. */
export function toStepResult(
  call: ToolCallPart,
  report: ToolReport,
  start: ToolStepStart | undefined,
): ToolStepResult {
  const { outcome, text, artifactId, origin, summary, attempts, durationMs, metadata } = report;
  const { risk, decision, approvalId, callKey, sideEffect, executionId, maskedArguments } = report;
  return {
    message: {
      role: 'tool',
      callId: call.callId,
      providerCallId: call.providerCallId,
      tool: call.tool,
      outcome,
      text,
      origin,
      ...(artifactId !== undefined && { artifactId }),
    },
    summary,
    attempts,
    durationMs,
    metadata,
    sideEffect,
    tool: report.tool,
    ...(executionId !== undefined && { executionId }),
    ...(start === undefined && maskedArguments !== undefined && { maskedArguments }),
    ...(risk !== undefined && { risk }),
    ...(decision !== undefined && { decision }),
    ...(approvalId !== undefined && { approvalId }),
    ...(callKey !== undefined && { callKey }),
    ...(start !== undefined && { start }),
  };
}

interface EffectChange {
  readonly started: StartedCall;
  /** Absent for the intent. */
  readonly report?: ToolReport;
  readonly at: number;
}

/** Calls that change nothing need no entry in the ledger. */
function effectOperations(
  { journal }: TurnRun,
  call: ToolCallPart,
  { started, report, at }: EffectChange,
): Operation[] {
  if (started.idempotency === 'pure') return [];
  const effect: EffectRecord = {
    idempotencyKey: started.idempotencyKey,
    turnId: journal.turn().id,
    stepName: call.callId,
    tool: started.tool,
    class: started.idempotency,
    status: report === undefined ? 'intent' : effectStatusOf(report),
    at,
    ...(report !== undefined && { receipt: toEffectReceipt(report) }),
  };
  return [{ op: 'put-effect', effect }];
}
