/** What a span is about. */
export type SpanKind =
  | 'receive'
  | 'turn'
  | 'queue'
  | 'context'
  | 'llm_call'
  | 'tool_call'
  | 'approval'
  | 'delegate'
  | 'delivery';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** One piece of work within a trace. */
export interface Span {
  /** Unique within its trace, and the same whenever the trace is read. */
  readonly spanId: string;
  /** Absent for the root only; a trace has one root. */
  readonly parentId?: string;
  readonly kind: SpanKind;
  readonly name: string;
  readonly startedAt: number;
  /** Never before `startedAt`. For what is still open: the moment of looking. */
  readonly endedAt: number;
  /**
   * How it ended, in the words of its record (turn state, tool outcome, finish reason, delivery state …);
   * `running` while it goes on, `interrupted` when its process ended first.
   */
  readonly outcome: string;
  readonly attributes: SpanAttributes;
}
