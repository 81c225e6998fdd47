import { z } from 'zod';
import { commonSettings, HttpUrl } from '../shared/settings.ts';

export const AnthropicSettings = z.strictObject({
  ...commonSettings,
  baseUrl: HttpUrl.default('https://api.anthropic.com/v1'),
  cache: z
    .boolean()
    .default(true)
    .describe('Marks the stable parts of a request so that they are cached.'),
});
export type AnthropicSettings = z.output<typeof AnthropicSettings>;
