import { z } from 'zod';
import { Duration, Secret } from '../../config/fields.ts';

/** US dollars per million tokens. */
export const Price = z.strictObject({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cacheRead: z.number().nonnegative().optional().describe('As `input` when not given.'),
  cacheWrite: z.number().nonnegative().optional().describe('As `input` when not given.'),
});
export type Price = z.infer<typeof Price>;

const ModelOverride = z.strictObject({
  contextWindow: z.int().positive().optional().describe("Tokens that the model's window holds."),
  maxOutputTokens: z.int().positive().optional().describe('Longest answer of one call.'),
  reasoning: z
    .enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])
    .optional()
    .describe("How much the model thinks. The provider's default when not given."),
  price: Price.optional().describe('Replaces the price of the built-in table.'),
});

export const HttpUrl = z.url({ protocol: /^https?$/ });

/** What the section of every provider may hold, whatever wire it speaks. */
export const commonSettings = {
  preset: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Defaults to start from, e.g. `deepseek`. The name of the section when that is a preset.',
    ),
  apiKey: Secret.optional().describe(
    "The key. When not given: the provider's usual environment variable.",
  ),
  apiKeys: z
    .array(Secret)
    .min(1)
    .optional()
    .describe('Several keys, used in turn; one that is refused is left out.'),
  headers: z.record(z.string().min(1), Secret).default({}).describe('Sent with every request.'),
  requestsPerMinute: z
    .int()
    .positive()
    .optional()
    .describe('Most requests that start within a minute. No limit when not given.'),
  firstTokenTimeout: Duration.optional().describe(
    'Longest wait for the first part of an answer, for this provider.',
  ),
  idleTimeout: Duration.optional().describe(
    'Longest silence in the middle of an answer, for this provider.',
  ),
  models: z
    .record(z.string().min(1), ModelOverride)
    .default({})
    .describe("What to know of a model, by the provider's own name of it."),
};

const CommonSettings = z.strictObject({ ...commonSettings, baseUrl: HttpUrl.optional() });
export type CommonSettings = z.output<typeof CommonSettings>;
