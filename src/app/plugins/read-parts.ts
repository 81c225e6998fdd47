import { z } from 'zod';
import { Capability, IdempotencyClass, Risk } from '../../protocol/tool-call.ts';
import type { PluginParts } from '../../tools/plugin-parts.ts';
import { nonsense, offersNothing } from './plugin-problems.ts';

/** The same objects that the plug-in gave, now known to be what they are typed as. Throws what a person can mend. */
export function readParts(module: string, given: unknown): PluginParts {
  const result = Parts.safeParse(given);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw nonsense(module, issue?.path.map(String).join('.') ?? '', issue?.message ?? '');
  }
  const { tools, providers, executors } = given as PluginParts;
  if (!(tools || providers || executors)) throw offersNothing(module);
  return { tools: tools ?? [], providers: providers ?? {}, executors: executors ?? {} };
}

const Schema = z.custom(
  (value) => typeof value === 'object' && value !== null && 'safeParse' in value,
  'must be a schema of zod',
);
const Method = z.custom((value) => typeof value === 'function', 'must be a function');

/** What is read before a call, and the functions that are called; the rest the registry checks. */
const ToolShape = z.object({
  name: z.string(),
  aliases: z.array(z.string()).optional(),
  title: z.string(),
  description: z.string(),
  input: Schema,
  parameters: z.record(z.string(), z.unknown()).optional(),
  capabilities: z.array(Capability),
  riskLevel: Risk.optional(),
  idempotency: IdempotencyClass,
  undoable: z.boolean().optional(),
  parallel: z.boolean().optional(),
  timeoutMs: z.number().positive().optional(),
  maxRetries: z.int().nonnegative().optional(),
  credentials: z.array(z.string()).optional(),
  addressees: Method.optional(),
  summarize: Method,
  guard: Method.optional(),
  readiness: Method.optional(),
  question: Method.optional(),
  verify: Method.optional(),
  execute: Method,
});

const Definitions = z.record(
  z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  z.object({ settings: Schema, create: Method }),
);

const Parts = z.object({
  tools: z.array(ToolShape).optional(),
  providers: Definitions.optional(),
  executors: Definitions.optional(),
});
