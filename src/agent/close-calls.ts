import { AgentError } from '../base/errors.ts';
import type { Approval } from '../protocol/approval.ts';
import { translate } from '../protocol/catalogue.ts';
import type { JournalStep, ToolStepResult, ToolStepStart } from '../protocol/journal.ts';
import type { ToolCallPart } from '../protocol/message.ts';
import type { Operation } from '../storage/operation.ts';
import type { EffectRecord } from '../storage/records.ts';
import { beginningOf, toStepResult } from './call-recorder.ts';
import { toldByWorkers } from './told-by-workers.ts';
import { notRun } from './tool-step.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';
import { callsOf, type TurnRun } from './turn-run.ts';

type ToolEnd = Extract<JournalStep, { kind: 'tool'; status: 'done' }>;

/** How the calls end that a turn leaves open, to be written together with its own end. */
export interface ClosedCalls {
  readonly steps: readonly ToolEnd[];
  /** The question that was still open, now expired; that is on disk already. */
  readonly withdrawn: Approval | undefined;
  /** What becomes of their effects. */
  readonly operations: readonly Operation[];
  /** What this turn may have done without anybody knowing, each as people read it. */
  readonly unknown: readonly string[];
  /** Whether what this turn did can no longer be read in full. */
  readonly ledgerDamaged: boolean;
}

/** A strict provider wants a result for every call: those that the turn did not get to say so. */
export async function closeOpenCalls(deps: TurnEngineDeps, run: TurnRun): Promise<ClosedCalls> {
  const { journal } = run;
  const ledger = await readLedger(deps, run);
  const lost = lostEffects(deps, run, ledger);
  const isLost = (start: ToolStepStart) =>
    lost.some(({ idempotencyKey }) => idempotencyKey === start.idempotencyKey);
  const steps = journal
    .modelSteps()
    .flatMap(callsOf)
    .filter(({ callId }) => journal.step(callId)?.status !== 'done')
    .map((call) => closeCall(deps, run, { call, isLost }));
  for (const effect of lost) noteUnknown(deps, run, effect);
  const known = (ledger ?? []).filter(({ status }) => status === 'unknown');
  return {
    steps,
    withdrawn: await withdrawQuestion(deps, run),
    operations: lost.map((effect): Operation => ({ op: 'put-effect', effect })),
    unknown: [
      ...[...known, ...lost].map((effect) => nameOf(run, effect)),
      ...toldByWorkers(journal.toolSteps(), 'unknown'),
    ],
    ledgerDamaged: ledger === undefined,
  };
}

/** What is on disk about the effects of this turn; undefined when it cannot be read. */
async function readLedger(
  { storage }: TurnEngineDeps,
  { journal }: TurnRun,
): Promise<readonly EffectRecord[] | undefined> {
  try {
    return await storage.effects.list(journal.turn().id);
  } catch (thrown) {
    if (AgentError.from(thrown).code !== 'storage_damaged') throw thrown;
    return undefined;
  }
}

/** What was begun and never settled, as it is now to be written. Where the ledger is damaged, the journal tells. */
function lostEffects(
  { clock }: TurnEngineDeps,
  { journal }: TurnRun,
  ledger: readonly EffectRecord[] | undefined,
): EffectRecord[] {
  const at = clock.now();
  const known = ledger ?? journal.steps().flatMap((step) => intentOf(step) ?? []);
  return known
    .filter(({ status }) => status === 'intent')
    .map((effect) => ({ ...effect, status: 'unknown', at }));
}

function intentOf(step: JournalStep): EffectRecord | undefined {
  if (step.kind !== 'tool' || step.status !== 'started') return undefined;
  const { turnId, name: stepName, startedAt: at } = step;
  const { idempotencyKey, tool, idempotency = 'unsafe' } = step.result;
  if (idempotency === 'pure') return undefined;
  return { idempotencyKey, turnId, stepName, tool, class: idempotency, status: 'intent', at };
}

interface OpenCall {
  readonly call: ToolCallPart;
  isLost(start: ToolStepStart): boolean;
}

/** A call that had begun to change something may have done it: nobody can say, and that is what is told. */
function closeCall(
  { clock }: TurnEngineDeps,
  { journal, language }: TurnRun,
  { call, isLost }: OpenCall,
): ToolEnd {
  const begun = beginningOf(journal, call);
  const mayHaveHappened = begun !== undefined && isLost(begun.result);
  const outcome = mayHaveHappened ? 'unknown' : 'cancelled';
  const text = translate(language, `agent.call_${outcome}`);
  const report = notRun(call, { outcome, text, patternKey: 'turn_ended' });
  const at = clock.now();
  const result: ToolStepResult = {
    ...toStepResult(call, report, begun?.result),
    sideEffect: mayHaveHappened,
  };
  return {
    turnId: journal.turn().id,
    name: call.callId,
    kind: 'tool',
    status: 'done',
    startedAt: begun?.startedAt ?? at,
    endedAt: at,
    outcome,
    result,
  };
}

function noteUnknown(
  { pipeline }: TurnEngineDeps,
  { journal, caller }: TurnRun,
  { tool, idempotencyKey, stepName: callId }: EffectRecord,
): void {
  const { traceId, id: turnId } = journal.turn();
  const begunAs = startOf(journal.step(callId)) ?? { tool, idempotencyKey };
  pipeline.noteUnknown({ traceId, turnId, callId, begunAs }, caller);
}

/** Its summary; where the journal holds none any more, the tool. */
function nameOf({ journal }: TurnRun, { stepName, tool }: EffectRecord): string {
  return startOf(journal.step(stepName))?.summary ?? tool;
}

function startOf(step: JournalStep | undefined): ToolStepStart | undefined {
  if (step?.kind !== 'tool') return undefined;
  return step.status === 'started' ? step.result : step.result.start;
}

/** A question about a call that will not run any more can no longer be answered. An answer that came first stays. */
async function withdrawQuestion(
  { storage, clock }: TurnEngineDeps,
  { journal }: TurnRun,
): Promise<Approval | undefined> {
  const { waitingFor } = journal.turn();
  if (waitingFor?.kind !== 'approval') return undefined;
  const asked = await storage.approvals.get(waitingFor.id);
  if (asked?.state !== 'pending') return undefined;
  const approval: Approval = { ...asked, state: 'expired', decidedAt: clock.now() };
  try {
    await journal.commit([{ op: 'decide-approval', approval }]);
    return approval;
  } catch (thrown) {
    if (AgentError.from(thrown).code !== 'conflict') throw thrown;
    return undefined;
  }
}
