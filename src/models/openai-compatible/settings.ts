import { z } from 'zod';
import { commonSettings, HttpUrl } from '../shared/settings.ts';

export const OpenAiCompatibleSettings = z.strictObject({
  ...commonSettings,
  baseUrl: HttpUrl.optional().describe(
    'Where the interface begins, usually ending in /v1. A preset knows its own.',
  ),
  apiKeyHeader: z
    .string()
    .regex(/^[a-z0-9-]+$/i)
    .optional()
    .describe(
      'Header that carries the bare key, e.g. `api-key`, instead of `Authorization: Bearer`.',
    ),
  queryParams: z
    .record(z.string().min(1), z.string())
    .default({})
    .describe('Added to the URL of every request.'),
  includeUsage: z
    .boolean()
    .default(true)
    .describe('Asks for token counts. Switch off for servers that refuse `stream_options`.'),
  replayReasoning: z
    .enum(['never', 'reasoning_content', 'reasoning'])
    .optional()
    .describe(
      "The field in which the model's own reasoning is sent back to it; `never` by default.",
    ),
});
export type OpenAiCompatibleSettings = z.output<typeof OpenAiCompatibleSettings>;
