/** What each failure means to the edges: the HTTP status, and whether trying again can help. */
export const ERROR_CODES = {
  invalid_config: { status: 500, retryable: false },
  invalid_input: { status: 400, retryable: false },
  unauthorized: { status: 401, retryable: false },
  forbidden: { status: 403, retryable: false },
  not_found: { status: 404, retryable: false },
  conflict: { status: 409, retryable: false },
  stale_lease: { status: 409, retryable: false },
  busy: { status: 503, retryable: true },
  rate_limited: { status: 429, retryable: true },
  aborted: { status: 499, retryable: false },
  internal: { status: 500, retryable: false },
  unavailable: { status: 503, retryable: true },
  timeout: { status: 504, retryable: true },
  storage_locked: { status: 503, retryable: true },
  storage_unwritable: { status: 507, retryable: false },
  storage_damaged: { status: 500, retryable: false },
  storage_too_new: { status: 500, retryable: false },
  model_failed: { status: 502, retryable: true },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

export interface ErrorOptions {
  /** Key of the catalogue text that a person gets to see; without one they get the generic sentence of `code`. */
  readonly messageId?: string;
  /** Fills the placeholders of the catalogue text. Never secrets. */
  readonly values?: Readonly<Record<string, string | number>>;
  readonly cause?: unknown;
  /** Facts for logs and traces. Never secrets, never user content. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The only error class the runtime throws. Branch on `code`, never on the message, which is English and for logs. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
  readonly code: ErrorCode;
  readonly messageId: string | undefined;
  readonly values: Readonly<Record<string, string | number>>;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.messageId = options.messageId;
    this.values = options.values ?? {};
    this.details = options.details ?? {};
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }

  get retryable(): boolean {
    return ERROR_CODES[this.code].retryable;
  }

  /** Wraps anything thrown, so that callers past this point handle one type. */
  static from(thrown: unknown): AgentError {
    if (thrown instanceof AgentError) return thrown;
    if (thrown instanceof Error && thrown.name === 'AbortError') {
      return new AgentError('aborted', 'The operation was cancelled.', { cause: thrown });
    }
    if (thrown instanceof Error && thrown.name === 'TimeoutError') {
      return new AgentError('timeout', 'The operation took too long.', { cause: thrown });
    }
    return new AgentError('internal', 'Something went wrong.', { cause: thrown });
  }
}
