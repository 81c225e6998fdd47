import { z } from 'zod';
import { Principal } from './event.ts';
import { Risk } from './tool-call.ts';

/** How far a yes reaches. `always` is for a named pattern; a hard block knows no yes. */
export const ApprovalScope = z.enum(['once', 'session', 'always']);
export type ApprovalScope = z.infer<typeof ApprovalScope>;

export const ApprovalState = z.enum(['pending', 'approved', 'denied', 'expired', 'used']);
export type ApprovalState = z.infer<typeof ApprovalState>;

/** A question to a person about one exact call. It can be answered once and used once. */
export const Approval = z.object({
  id: z.string(),
  /** Digest over tool version, canonical arguments, cwd, executor, principal, session and policy version. */
  binding: z.string(),
  turnId: z.string(),
  stepName: z.string(),
  sessionKey: z.string(),
  /** Who caused the call. */
  principal: Principal,
  tool: z.string(),
  risk: Risk,
  /** Exactly what will run, hidden characters made visible, secrets masked. */
  summary: z.string(),
  reason: z.string(),
  patternKey: z.string(),
  /** What a scope wider than `once` would cover; absent where only `once` is possible. */
  pattern: z.string().optional(),
  /** Digest over the workspace and the executor: a wider yes holds only there. */
  place: z.string().optional(),
  state: ApprovalState,
  scope: ApprovalScope.optional(),
  requestedAt: z.number(),
  expiresAt: z.number(),
  decidedAt: z.number().optional(),
  decidedBy: Principal.optional(),
  /** Why it was refused, in the person's words; the model is told. */
  comment: z.string().optional(),
});
export type Approval = z.infer<typeof Approval>;
