import { z } from 'zod';
import { type SearchProvider, Text, urlOf } from '../search-provider.ts';

const Answer = z.object({
  web: z
    .object({
      results: z.array(
        z.object({ title: Text, url: Text, description: Text, page_age: Text, age: Text }),
      ),
    })
    .optional(),
});

const SINCE = { day: 'pd', week: 'pw', month: 'pm', year: 'py' } as const;
const MOST = 20;

export const brave: SearchProvider = {
  baseUrl: 'https://api.search.brave.com',
  needsKey: true,
  help: 'get a key at https://brave.com/search/api',

  request: ({ query, count, freshness }, access) => ({
    url: urlOf(access, '/res/v1/web/search', {
      q: query,
      count: String(Math.min(count, MOST)),
      text_decorations: 'false',
      freshness: freshness && SINCE[freshness],
    }),
    headers: { 'x-subscription-token': access.apiKey ?? '' },
  }),

  read: (answer) =>
    (Answer.parse(answer).web?.results ?? []).map(({ title, url, description, page_age, age }) => ({
      title,
      url,
      snippet: description,
      date: page_age || age,
    })),
};
