import { z } from 'zod';
import { Duration, ModelReference } from '../fields.ts';

export const ModelSettings = z.strictObject({
  default: ModelReference.optional().describe(
    'The model to use, as provider/model. When not given: the first one found with a key, else the offline model.',
  ),
  routes: z
    .record(z.string().min(1), z.array(ModelReference).min(1))
    .default({})
    .describe('Models by task type, in order of preference.'),
  fallback: z
    .array(ModelReference)
    .default([])
    .describe('Models to try, in order, when the chosen one fails.'),
  requestTimeout: Duration.prefault('2m').describe(
    'Longest silence in the middle of an answer before the call is given up.',
  ),
  firstTokenTimeout: Duration.prefault('60s').describe(
    'Longest wait for the first part of an answer.',
  ),
  cooldown: Duration.prefault('120s').describe('How long a failing model is left alone.'),
  failuresBeforeCooldown: z
    .int()
    .positive()
    .default(3)
    .describe('Failures in a row after which a model is left alone.'),
  maxRetries: z
    .int()
    .nonnegative()
    .max(10)
    .default(2)
    .describe('How often the same model is asked again after a failure that may pass.'),
  maxOutputTokens: z
    .int()
    .positive()
    .optional()
    .describe("Longest answer of one call. The model's own limit when not given."),
});

export const LimitSettings = z.strictObject({
  costPerDayUsd: z
    .number()
    .positive()
    .optional()
    .describe('Most that one day may cost, in US dollars. No limit when not given.'),
  onExceeded: z
    .enum(['stop', 'downgrade'])
    .default('stop')
    .describe('What happens past the limit: stop, or go on with the cheapest model.'),
});
