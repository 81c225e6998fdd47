import { z } from 'zod';
import { bearer, type SearchProvider, Text, urlOf } from '../search-provider.ts';

const Answer = z.object({
  results: z.array(z.object({ title: Text, url: Text, content: Text, publishedDate: Text })),
});

/** Everybody runs their own, often in the same network, often without a key. */
export const searxng: SearchProvider = {
  needsKey: false,
  help: 'run an instance (https://docs.searxng.org) and set tools.web.search.baseUrl to its address',
  refusal:
    'The instance must allow the format json: `search: formats: [html, json]` in its settings.yml.',

  request: ({ query, freshness }, access) => ({
    url: urlOf(access, '/search', { q: query, format: 'json', time_range: freshness }),
    headers: bearer(access),
  }),

  read: (answer) =>
    Answer.parse(answer).results.map(({ title, url, content, publishedDate }) => ({
      title,
      url,
      snippet: content,
      date: publishedDate,
    })),
};
