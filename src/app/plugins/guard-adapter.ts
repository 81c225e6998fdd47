import { z } from 'zod';
import type {
  ModelFailure,
  ModelPart,
  ModelProvider,
  ModelProviderDefinition,
} from '../../models/model-provider.ts';
import { Usage } from '../../protocol/usage.ts';

/** The adapter of a plug-in, held to the contract: what it streams is journalled, so that nonsense may not get past here. */
export function guardAdapter(adapter: ModelProviderDefinition): ModelProviderDefinition {
  return {
    settings: adapter.settings,
    create: (settings, deps) => guardProvider(adapter.create(settings, deps)),
  };
}

/** In the place of an adapter that is not there: the next model may answer. */
export function absentAdapter(message: string): ModelProviderDefinition {
  const failure: ModelFailure = { code: 'bad_request', message, retryable: true };
  return {
    settings: z.unknown(),
    create: () => ({
      async *stream() {
        yield { type: 'error', failure };
      },
    }),
  };
}

function guardProvider(provider: ModelProvider): ModelProvider {
  const { embed } = provider;
  return {
    async *stream(request, options) {
      for await (const part of provider.stream(request, options)) {
        const checked = Part.safeParse(part);
        if (checked.success) yield part;
        else return yield nonsense(checked.error);
      }
    },
    ...(embed !== undefined && {
      embed: (request, options) => embed.call(provider, request, options),
    }),
  };
}

const Metadata = z.record(z.string(), z.unknown()).optional();

const Part = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['text', 'reasoning']), text: z.string() }),
  z.object({ type: z.literal('reasoning-end'), metadata: Metadata }),
  z.object({
    type: z.literal('tool-call'),
    providerCallId: z.string().min(1),
    tool: z.string(),
    argumentsText: z.string(),
    metadata: Metadata,
  }),
  z.object({
    type: z.literal('finish'),
    reason: z.enum(['stop', 'tool-calls', 'length', 'content-filter', 'other']),
    usage: Usage,
  }),
  z.object({
    type: z.literal('error'),
    failure: z.object({
      code: z.enum([
        'auth',
        'rate_limited',
        'quota',
        'overloaded',
        'timeout',
        'network',
        'bad_request',
        'context_overflow',
        'content_filter',
        'protocol',
        'aborted',
      ]),
      message: z.string(),
      retryable: z.boolean(),
      retryAfterMs: z.number().nonnegative().optional(),
      status: z.number().optional(),
    }),
  }),
]);

function nonsense({ issues: [issue] }: z.ZodError): ModelPart {
  const where = issue?.path.map(String).join('.') ?? '';
  const message = `The provider of a plug-in streamed what is no part of an answer (${where}).`;
  return { type: 'error', failure: { code: 'protocol', message, retryable: true } };
}
