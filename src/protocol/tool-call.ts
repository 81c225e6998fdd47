import { z } from 'zod';

/** What a tool can do. Policy speaks of these, so a tool that nobody has heard of is governed too. */
export const Capability = z.enum([
  'fs.read',
  'fs.write',
  'process.exec',
  'process.manage',
  'code.exec',
  'network.outbound',
  'message.send',
  'message.ask',
  'memory.read',
  'memory.write',
  'knowledge.read',
  'knowledge.write',
  'task.write',
  'workflow.write',
  'scheduler.write',
  'skill.read',
  'skill.write',
  'skill.install',
  'media.read',
  'media.generate',
  'mcp.call',
  'agent.delegate',
  'session.read',
]);
export type Capability = z.infer<typeof Capability>;

/**
 * Whether a tool that can do this may reach the network; one that declares nothing is taken to. What a command reaches
 * the guard tells from its text.
 */
export function mayReachNetwork(capabilities: readonly Capability[]): boolean {
  return (
    capabilities.length === 0 ||
    capabilities.includes('network.outbound') ||
    capabilities.includes('mcp.call')
  );
}

/** How bad a call can be, mildest first. */
export const Risk = z.enum(['read_only', 'write', 'exec', 'dangerous']);
export type Risk = z.infer<typeof Risk>;

/** The stricter of two risks. */
export function stricterRisk(a: Risk, b: Risk): Risk {
  return Risk.options.indexOf(a) >= Risk.options.indexOf(b) ? a : b;
}

/** How a tool call ended. Never folded into one "error". */
export const ToolOutcome = z.enum([
  'ok',
  'error',
  'timeout',
  'denied',
  'approval_required',
  'approval_denied',
  'approval_expired',
  'invalid_arguments',
  'not_visible',
  'not_ready',
  'replayed',
  'cancelled',
  'unknown',
]);
export type ToolOutcome = z.infer<typeof ToolOutcome>;

/** How often a call may run: `pure` and `idempotent` again, `verifiable` after a look, `unsafe` never twice. */
export const IdempotencyClass = z.enum(['pure', 'idempotent', 'verifiable', 'unsafe']);
export type IdempotencyClass = z.infer<typeof IdempotencyClass>;

/** What the guard found: the strictest fact, with a stable key. `deny` can be overridden by nothing. */
export const GuardDecision = z.object({
  action: z.enum(['allow', 'ask', 'deny']),
  reason: z.string(),
  /** Stable and snake_case, e.g. `file_delete`; `none` when nothing stands out. */
  patternKey: z.string(),
  /** Facts that are reported also when the call is allowed: `file_delete`, `package_install`, `network_access`. */
  facts: z.array(z.string()).default([]),
  /** The part of the input that the decision rests on. */
  span: z.string().optional(),
  /** What the agent can do instead. */
  alternative: z.string().optional(),
});
export type GuardDecision = z.infer<typeof GuardDecision>;
