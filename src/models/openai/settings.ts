import { z } from 'zod';
import { commonSettings, HttpUrl } from '../shared/settings.ts';

export const OpenAiSettings = z.strictObject({
  ...commonSettings,
  baseUrl: HttpUrl.default('https://api.openai.com/v1'),
  api: z
    .enum(['responses', 'chat'])
    .default('responses')
    .describe('Which of the two interfaces to speak.'),
  organization: z.string().min(1).optional(),
  project: z.string().min(1).optional(),
});
export type OpenAiSettings = z.output<typeof OpenAiSettings>;
