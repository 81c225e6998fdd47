import { z } from 'zod';
import { Approval } from './approval.ts';
import { ToolOutcome } from './tool-call.ts';
import { TurnState, WaitingFor } from './turn.ts';
import { Usage } from './usage.ts';

const common = {
  sessionKey: z.string(),
  traceId: z.string(),
  turnId: z.string(),
  inboundId: z.string(),
  at: z.number(),
};

/**
 * What a client sees while a turn runs: a live view, not a record (that is the journal). Order within a
 * turn is kept. A `model-start` of a step seen before means that its earlier text is void.
 */
export const RunEvent = z.discriminatedUnion('type', [
  z.object({ ...common, type: z.literal('turn-start'), resumed: z.boolean() }),
  z.object({
    ...common,
    type: z.literal('model-start'),
    step: z.string(),
    provider: z.string(),
    model: z.string(),
    /** Why the router chose it. */
    reason: z.string(),
  }),
  z.object({ ...common, type: z.literal('text-delta'), step: z.string(), text: z.string() }),
  z.object({
    ...common,
    type: z.literal('tool-start'),
    step: z.string(),
    tool: z.string(),
    /** One line for people, secrets masked. */
    summary: z.string(),
  }),
  z.object({
    ...common,
    type: z.literal('tool-end'),
    step: z.string(),
    tool: z.string(),
    outcome: ToolOutcome,
    durationMs: z.number(),
    /** First line of the result or of the error. */
    summary: z.string(),
  }),
  z.object({ ...common, type: z.literal('approval-request'), approval: Approval }),
  z.object({ ...common, type: z.literal('approval-settled'), approval: Approval }),
  z.object({ ...common, type: z.literal('turn-waiting'), waitingFor: WaitingFor }),
  /** Something outside, such as a full disk, keeps the turn from going on: it is taken up again once that is mended. */
  z.object({ ...common, type: z.literal('turn-break'), text: z.string() }),
  /** Something the person should know but that is no answer, in the turn's language. */
  z.object({ ...common, type: z.literal('notice'), text: z.string() }),
  z.object({ ...common, type: z.literal('reply'), text: z.string() }),
  z.object({
    ...common,
    type: z.literal('turn-end'),
    outcome: TurnState,
    cap: z.string().optional(),
    errorId: z.string().optional(),
    neededApproval: z.boolean(),
    usage: Usage,
    modelCalls: z.number(),
    toolCalls: z.number(),
    durationMs: z.number(),
  }),
]);
export type RunEvent = z.infer<typeof RunEvent>;
