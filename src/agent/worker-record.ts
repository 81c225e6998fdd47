import type { Turn } from '../protocol/turn.ts';

/** What the audit keeps of a worker. */
export interface WorkerEnd {
  readonly turn: Turn;
  /** Beginning of the task; secrets are masked by whoever writes it down. */
  readonly summary: string;
  readonly depth: number;
  readonly parentTurnId: string;
  readonly parentTraceId: string;
  readonly background: boolean;
  readonly modelCalls: number;
  readonly toolCalls: number;
}
