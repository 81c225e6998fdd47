/** What the owner allows one command. */
export interface ExecLimits {
  readonly timeoutMs: number;
  /** Kept of each stream, for the artifact; the model gets less. */
  readonly maxOutputBytes: number;
}

export const USUAL_LIMITS: ExecLimits = { timeoutMs: 600_000, maxOutputBytes: 1_000_000 };
