import type { Approval } from '../protocol/approval.ts';
import { translate } from '../protocol/catalogue.ts';
import type { JournalStep, ToolStepResult } from '../protocol/journal.ts';
import type { ToolCallPart } from '../protocol/message.ts';
import type { Operation } from '../storage/operation.ts';
import type { EffectRecord } from '../storage/records.ts';
import { beginningOf, toStepResult } from './call-recorder.ts';
import { notRun } from './tool-step.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';
import { callsOf, type TurnRun } from './turn-run.ts';

type ToolEnd = Extract<JournalStep, { kind: 'tool'; status: 'done' }>;

/** How the calls end that a turn leaves open, to be written together with its own end. */
export interface ClosedCalls {
  readonly steps: readonly ToolEnd[];
  /** The question that was still open, now expired. */
  readonly withdrawn: Approval | undefined;
  /** What becomes of their effects and of the question. */
  readonly operations: readonly Operation[];
}

/** A strict provider wants a result for every call: those that the turn did not get to say so. */
export async function closeOpenCalls(deps: TurnEngineDeps, run: TurnRun): Promise<ClosedCalls> {
  const { journal } = run;
  const open = journal
    .modelSteps()
    .flatMap(callsOf)
    .filter(({ callId }) => journal.step(callId)?.status !== 'done');
  const closed = [];
  for (const call of open) closed.push(await closeCall(deps, run, call));
  const withdrawn = await withdrawQuestion(deps, run);
  return {
    steps: closed.map(({ step }) => step),
    withdrawn,
    operations: [
      ...closed.flatMap(({ operations }) => operations),
      ...(withdrawn ? [{ op: 'put-approval', approval: withdrawn } as const] : []),
    ],
  };
}

/** A call that had begun to change something may have done it: nobody can say, and that is what is told. */
async function closeCall(
  { storage, clock }: TurnEngineDeps,
  { journal, language }: TurnRun,
  call: ToolCallPart,
): Promise<{ step: ToolEnd; operations: Operation[] }> {
  const begun = beginningOf(journal, call);
  const effect = begun && (await storage.effects.get(begun.result.idempotencyKey));
  const happened = effect?.status === 'intent' ? effect : undefined;
  const outcome = happened ? 'unknown' : 'cancelled';
  const text = translate(language, `agent.call_${outcome}`);
  const report = notRun(call, { outcome, text, patternKey: 'turn_ended' });
  const at = clock.now();
  const result: ToolStepResult = {
    ...toStepResult(call, report, begun?.result),
    sideEffect: happened !== undefined,
  };
  return {
    step: {
      turnId: journal.turn().id,
      name: call.callId,
      kind: 'tool',
      status: 'done',
      startedAt: begun?.startedAt ?? at,
      endedAt: at,
      outcome,
      result,
    },
    operations: happened ? [{ op: 'put-effect', effect: toUnknown(happened, at) }] : [],
  };
}

function toUnknown(effect: EffectRecord, at: number): EffectRecord {
  return { ...effect, status: 'unknown', at };
}

/** A question about a call that will not run any more can no longer be answered. */
async function withdrawQuestion(
  { storage, clock }: TurnEngineDeps,
  { journal }: TurnRun,
): Promise<Approval | undefined> {
  const { waitingFor } = journal.turn();
  if (waitingFor?.kind !== 'approval') return undefined;
  const approval = await storage.approvals.get(waitingFor.id);
  if (approval?.state !== 'pending') return undefined;
  return { ...approval, state: 'expired', decidedAt: clock.now() };
}
