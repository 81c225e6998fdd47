import { AgentError } from '../base/errors.ts';
import { withDeadline } from '../base/with-deadline.ts';
import type { SessionWork } from '../bus/keep-lease.ts';
import type { InboundEvent } from '../protocol/event.ts';
import type { LlmStepResult } from '../protocol/journal.ts';
import type { WaitingFor } from '../protocol/turn.ts';
import type { Lease } from '../storage/records.ts';
import { callerOf } from './caller.ts';
import { type CapName, capBeforeModelCall } from './caps.ts';
import { createTimeHeader, type TimeHeader } from './context/time-header.ts';
import { contextStep, type TurnContext } from './context-step.ts';
import { isDailyLimitReached } from './daily-limit.ts';
import { endUnbegun } from './end-unbegun.ts';
import {
  capEnding,
  failureEnding,
  internalEnding,
  quarantineEnding,
  replyEnding,
  stopEnding,
} from './endings.ts';
import { type Ending, finishTurn } from './finish-turn.ts';
import { interruption, interruptionOf } from './interruption.ts';
import { createLiveTurns, type LiveTurns } from './live-turns.ts';
import { isStuck } from './loop-detector.ts';
import { modelStep } from './model-step.ts';
import { nextRequest } from './next-request.ts';
import { spentOf } from './spent.ts';
import { beginStopped, type StartedTurn, startTurn } from './start-turn.ts';
import { type StopSession, stopBackground, stopLostWorkers } from './stop-workers.ts';
import { toolBatch } from './tool-step.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';
import { callsOf, publish, type TurnRun, toolStepsBefore } from './turn-run.ts';

/** Answers one message after another: context → model ⇄ tools → reply, every step in the journal. */
export interface TurnEngine {
  /** Works on the open or next turn of a claimed session until it ends or pauses. */
  readonly work: SessionWork;
  /**
   * Ends the open turn of a session, wherever it is, or its first queued message; where there is neither, its tasks in the
   * background. With `inboundId` only the turn of that message, begun or not. False when there is none.
   */
  stop(sessionKey: string, inboundId?: string): Promise<boolean>;
}

export function createTurnEngine(deps: TurnEngineDeps): TurnEngine {
  const live = createLiveTurns();
  const brokenOff = new Set<string>();
  const timeHeader = createTimeHeader(deps.config.agent.timeZone);
  const stopSession: StopSession = (sessionKey) =>
    stop(deps, live, { sessionKey, inboundId: undefined });

  return {
    work: (lease, signal) =>
      live.run(lease.sessionKey, signal, (turnSignal) =>
        workOn(deps, { lease, signal: turnSignal, timeHeader, brokenOff, stopSession }),
      ),

    async stop(sessionKey, inboundId) {
      if (await stop(deps, live, { sessionKey, inboundId })) return true;
      return inboundId === undefined && stopBackground(deps, sessionKey, stopSession);
    },
  };
}

interface Work {
  readonly lease: Lease;
  readonly signal: AbortSignal;
  readonly timeHeader: TimeHeader;
  /** Turns that the storage failed in this process. */
  readonly brokenOff: Set<string>;
  readonly stopSession: StopSession;
}

async function workOn(deps: TurnEngineDeps, work: Work): Promise<void> {
  const { lease, brokenOff } = work;
  const started = await startTurn(deps, lease, brokenOff);
  if (started === undefined) return;
  const { id } = started.journal.turn();
  try {
    await workOnTurn(deps, work, started);
    brokenOff.delete(id);
    await stopLostWorkers(started.journal, work.stopSession);
  } catch (thrown) {
    if (isStorageFailure(thrown)) brokenOff.add(id);
    throw thrown;
  }
}

/** A disk that refuses is no doing of the turn: it is taken up again as often as it takes. */
function isStorageFailure(thrown: unknown): boolean {
  const { code } = AgentError.from(thrown);
  return code === 'storage_unwritable' || code === 'storage_locked';
}

async function workOnTurn(
  deps: TurnEngineDeps,
  { signal, timeHeader }: Work,
  { journal, resumed, unfit }: StartedTurn,
): Promise<void> {
  const { inbound } = journal;
  const caps = inbound.child?.caps ?? deps.config.agent.caps;
  const ms = caps.wallTime - journal.turn().activeMs;
  const reason = () => interruption('wallTime');
  await withDeadline(deps.clock, { ms, signal, reason }, async (turnSignal) => {
    const caller = callerOf(inbound, deps.isOwner(inbound.principal));
    const { language } = inbound;
    const run: TurnRun = { journal, language, caller, caps, signal: turnSignal, timeHeader };
    publish(deps, run, { type: 'turn-start', resumed });
    try {
      const ending = endingAtStart(deps, run, unfit);
      await (ending === undefined ? answer(deps, run) : finishTurn(deps, run, ending));
    } catch (thrown) {
      await endAfter(deps, run, thrown);
    }
  });
}

/** How a turn ends that is not to be worked on at all. */
function endingAtStart(
  deps: TurnEngineDeps,
  run: TurnRun,
  unfit: StartedTurn['unfit'],
): Ending | undefined {
  if (unfit === 'crashes') return quarantineEnding(deps, run);
  if (unfit !== undefined) return internalEnding(deps, run, unfit);
  return run.journal.turn().stopRequested ? stopEnding(run, '') : undefined;
}

/** One turn from its context to its reply. What the journal holds already is read back and not done again. */
async function answer(deps: TurnEngineDeps, run: TurnRun): Promise<void> {
  const context = await contextStep(deps, run);
  for (let index = 0; ; index += 1) {
    const toolsWithheld = isStuck(toolStepsBefore(run, index));
    const step =
      run.journal.modelSteps()[index] ??
      (await think(deps, run, { context, index, toolsWithheld }));
    if ('state' in step) return finishTurn(deps, run, step);
    if (toolsWithheld || callsOf(step).length === 0) {
      return finishTurn(deps, run, replyEnding(run, step, toolsWithheld));
    }
    const batch = await toolBatch(deps, run, step);
    if (batch.state === 'waiting') return park(deps, run, batch.waitingFor);
    if (batch.state === 'capped') {
      return finishTurn(deps, run, capEnding(deps, run, { cap: batch.cap, partialText: '' }));
    }
  }
}

interface Thought {
  readonly context: TurnContext;
  readonly index: number;
  readonly toolsWithheld: boolean;
}

/** The next model call, or why the turn ends without it. */
async function think(
  deps: TurnEngineDeps,
  run: TurnRun,
  { context, index, toolsWithheld }: Thought,
): Promise<LlmStepResult | Ending> {
  run.signal.throwIfAborted();
  const overDay = await isDailyLimitReached(deps);
  const cap = capBefore(deps, run, overDay);
  if (cap !== undefined) return capEnding(deps, run, { cap, partialText: '' });
  const request = await nextRequest(deps, run, { context, toolsWithheld, downgraded: overDay });
  const outcome = await modelStep(deps, run, { name: `llm_${index}`, index, request });
  if (outcome.state === 'done') return outcome.result;
  if (run.signal.aborted) return interruptedEnding(deps, run, outcome.partialText);
  return failureEnding(deps, run, outcome);
}

function capBefore(deps: TurnEngineDeps, run: TurnRun, overDay: boolean): CapName | undefined {
  if (overDay && deps.config.limits.onExceeded === 'stop') return 'costPerDayUsd';
  return capBeforeModelCall(run.caps, spentOf(run));
}

/** How a turn ends whose signal was aborted. What is no ending, a shutdown or a lost lease, goes on as an error. */
function interruptedEnding(deps: TurnEngineDeps, run: TurnRun, partialText: string): Ending {
  const why = interruptionOf(run.signal);
  if (why === 'stop') return stopEnding(run, partialText);
  if (why === 'wallTime') return capEnding(deps, run, { cap: 'wallTime', partialText });
  throw AgentError.from(run.signal.reason);
}

async function endAfter(deps: TurnEngineDeps, run: TurnRun, thrown: unknown): Promise<void> {
  const why = interruptionOf(run.signal);
  if (why === 'stale_lease' || AgentError.from(thrown).code === 'stale_lease') return;
  if (why === 'shutdown') return pause(run);
  const ending =
    why === undefined ? internalEnding(deps, run, thrown) : interruptedEnding(deps, run, '');
  await finishTurn(deps, run, ending);
}

/** An orderly end of the process is no crash: the turn goes on at the next start. */
async function pause({ journal }: TurnRun): Promise<void> {
  const turn = journal.ending({ state: 'ready', starts: journal.turn().starts - 1 });
  await journal.commit([{ op: 'put-turn', turn }, { op: 'release-lease' }]);
}

/** Waiting for a person holds no worker. */
async function park(deps: TurnEngineDeps, run: TurnRun, waitingFor: WaitingFor): Promise<void> {
  const turn = run.journal.ending({ state: 'waiting', starts: 0, waitingFor });
  await run.journal.commit([{ op: 'park-turn', turn }, { op: 'release-lease' }]);
  publish(deps, run, { type: 'turn-waiting', waitingFor });
}

interface Meant {
  readonly sessionKey: string;
  /** Only the turn of this message. */
  readonly inboundId: string | undefined;
}

async function stop(deps: TurnEngineDeps, live: LiveTurns, meant: Meant): Promise<boolean> {
  const { storage } = deps;
  const { sessionKey, inboundId } = meant;
  for (;;) {
    const turn = await storage.turns.open(sessionKey);
    if (turn !== undefined && (inboundId ?? turn.inboundId) === turn.inboundId) {
      await storage.commit([{ op: 'request-stop', turnId: turn.id }]);
      live.stop(sessionKey);
      return true;
    }
    const queued = await queuedMessage(deps, meant);
    if (queued === undefined) return false;
    const end = turn === undefined ? beginStopped : endUnbegun;
    if (await end(deps, queued)) return true;
  }
}

async function queuedMessage(
  { storage }: TurnEngineDeps,
  { sessionKey, inboundId }: Meant,
): Promise<InboundEvent | undefined> {
  if (inboundId === undefined) {
    const [first] = await storage.inbox.list({ sessionKey, states: ['queued'], limit: 1 });
    return first?.event;
  }
  const record = await storage.inbox.get(inboundId);
  const isQueued = record?.state === 'queued' && record.event.sessionKey === sessionKey;
  return isQueued ? record.event : undefined;
}
