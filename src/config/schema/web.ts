import { z } from 'zod';
import { isNetwork } from '../../security/public-address.ts';
import { Secret } from '../fields.ts';

const Search = z.strictObject({
  provider: z
    .enum(['brave', 'tavily', 'searxng', 'serpapi', 'bocha'])
    .optional()
    .describe(
      'Who is asked. Without one there is no web search. `bocha` works from mainland China.',
    ),
  apiKey: Secret.optional().describe('The key for it. `searxng` needs none.'),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Instead of the provider's own address; for `searxng` the address of the instance."),
  maxResults: z
    .int()
    .min(1)
    .max(20)
    .default(8)
    .describe('Results when the model asks for no number.'),
});

export const WebSettings = z.strictObject({
  enabled: z.boolean().default(true).describe('Whether there are tools that reach the web.'),
  allowAddresses: z
    .array(z.string().refine(isNetwork))
    .default([])
    .describe(
      'Addresses and networks such as `192.168.1.0/24` that may be fetched although not public.',
    ),
  search: Search.prefault({}).describe('Searching the web.'),
});
