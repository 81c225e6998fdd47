import { z } from 'zod';
import { DEEPEST_WORKER } from '../../protocol/worker-session.ts';
import { Duration, TimeZone } from '../fields.ts';

const Caps = z.strictObject({
  modelCalls: z.int().positive().default(40).describe('Most model calls in one turn.'),
  toolCalls: z.int().positive().default(120).describe('Most tool calls in one turn.'),
  tokens: z.int().positive().default(1_000_000).describe('Most tokens, in and out, in one turn.'),
  costUsd: z.number().positive().default(5).describe('Most that one turn may cost, in US dollars.'),
  wallTime: Duration.prefault('30m').describe(
    'Longest time one turn may work, waiting for people not counted.',
  ),
});

const Context = z.strictObject({
  windowTokens: z
    .int()
    .min(1_000)
    .optional()
    .describe("Size of the context window. The model's own when not given."),
  keepFirstMessages: z
    .int()
    .nonnegative()
    .default(3)
    .describe('How many messages from the start of a session are kept when history is cut.'),
  keepRecentRounds: z
    .int()
    .positive()
    .default(6)
    .describe('How many of the latest rounds are kept when history is cut.'),
  cutAtShare: z
    .number()
    .min(0.1)
    .max(1)
    .default(0.75)
    .describe('History is cut once it fills this share of the window.'),
});

const Delegation = z.strictObject({
  maxDepth: z
    .int()
    .min(0)
    .max(DEEPEST_WORKER)
    .default(2)
    .describe('How far down workers may have workers of their own; 0 switches delegation off.'),
  maxParallel: z
    .int()
    .positive()
    .default(3)
    .describe('How many workers work at once, at each depth; more wait.'),
});

export const AgentSettings = z.strictObject({
  name: z.string().min(1).default('Echo').describe("The agent's name."),
  language: z
    .enum(['auto', 'en', 'zh'])
    .default('auto')
    .describe('Language of replies; `auto` follows the person.'),
  instructions: z.string().default('').describe('Standing instructions, part of every turn.'),
  introduction: z
    .string()
    .default('')
    .describe(
      'Sent once, before the first reply of a session. Marks such as `{{name}}` are filled in.',
    ),
  timeZone: TimeZone.prefault('auto').describe(
    'IANA time zone of dates and schedules; `auto` is the zone of the system.',
  ),
  maxConcurrentTurns: z.int().positive().default(32).describe('How many sessions work at once.'),
  caps: Caps.prefault({}).describe('Limits of one turn. The reply names the limit that ended it.'),
  delegation: Delegation.prefault({}).describe('Limits of tasks that agents give to workers.'),
  context: Context.prefault({}).describe('How history is fitted into the context window.'),
});
