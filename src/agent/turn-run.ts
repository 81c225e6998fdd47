import type { LlmStepResult, ToolStepResult } from '../protocol/journal.ts';
import type { Language } from '../protocol/language.ts';
import type { ToolCallPart } from '../protocol/message.ts';
import type { RunEvent } from '../protocol/run-event.ts';
import type { Caller } from '../tools/pipeline-contract.ts';
import type { Caps } from './caps.ts';
import type { TimeHeader } from './context/time-header.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';
import type { TurnJournal } from './turn-journal.ts';

/** One turn being worked on: its journal, and what every step needs to know. */
export interface TurnRun {
  readonly journal: TurnJournal;
  readonly language: Language;
  readonly caller: Caller;
  /** Those of the configuration, or those that a worker was given. */
  readonly caps: Caps;
  /** Aborted by `/stop`, by the wall-time cap, by a lost lease or by the end of the runtime. */
  readonly signal: AbortSignal;
  readonly timeHeader: TimeHeader;
}

type DistributiveOmit<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;
type RunEventBody = DistributiveOmit<
  RunEvent,
  'sessionKey' | 'traceId' | 'turnId' | 'inboundId' | 'at'
>;

/** Shows a live event of this turn to whoever watches. */
export function publish(deps: TurnEngineDeps, { journal }: TurnRun, body: RunEventBody): void {
  const { sessionKey, traceId, id: turnId, inboundId } = journal.turn();
  const at = deps.clock.now();
  deps.events.publish({ ...body, sessionKey, traceId, turnId, inboundId, at });
}

/** The finished tool steps that model step `index` could see. */
export function toolStepsBefore(run: TurnRun, index: number): ToolStepResult[] {
  return run.journal
    .toolSteps()
    .filter(({ message }) => Number(message.callId.split('_')[1]) < index);
}

/** The calls that a model step proposes, in order. */
export function callsOf({ message }: LlmStepResult): ToolCallPart[] {
  return message.parts.filter((part) => part.type === 'tool-call');
}

/** What a model step says to the person, without its reasoning. */
export function textOfStep({ message }: LlmStepResult): string {
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}
