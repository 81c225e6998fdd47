import { z } from 'zod';
import { ModelReference } from '../fields.ts';

export const MediaSettings = z.strictObject({
  imageModel: ModelReference.optional().describe(
    'The model that makes pictures, of a provider that speaks the OpenAI protocol. Without one there is no such tool.',
  ),
  speechModel: ModelReference.optional().describe(
    'The model that speaks texts, of a provider that speaks the OpenAI protocol. Without one there is no such tool.',
  ),
  voice: z.string().min(1).default('alloy').describe('The voice, as the provider calls it.'),
});
