import { z } from 'zod';
import { type SearchProvider, SearchRefused, Text, urlOf } from '../search-provider.ts';

const Answer = z.object({
  organic_results: z
    .array(z.object({ title: Text, link: Text, snippet: Text, date: Text }))
    .optional(),
  error: z.string().optional(),
});

const SINCE = { day: 'qdr:d', week: 'qdr:w', month: 'qdr:m', year: 'qdr:y' } as const;

/** This is how it says that nothing was found. */
const NOTHING_FOUND = /hasn't returned any results/;

export const serpapi: SearchProvider = {
  baseUrl: 'https://serpapi.com',
  needsKey: true,
  help: 'get a key at https://serpapi.com',

  request: ({ query, count, freshness }, access) => ({
    url: urlOf(access, '/search.json', {
      engine: 'google',
      q: query,
      num: String(count),
      tbs: freshness && SINCE[freshness],
      api_key: access.apiKey,
    }),
    headers: {},
  }),

  read(answer) {
    const { organic_results, error } = Answer.parse(answer);
    if (error !== undefined && !NOTHING_FOUND.test(error)) throw new SearchRefused(error);
    return (organic_results ?? []).map(({ link, ...hit }) => ({ ...hit, url: link }));
  },
};
