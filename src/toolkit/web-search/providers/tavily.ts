import { z } from 'zod';
import { bearer, type SearchProvider, Text, urlOf } from '../search-provider.ts';

const Answer = z.object({
  results: z.array(z.object({ title: Text, url: Text, content: Text, published_date: Text })),
});

const MOST = 20;

export const tavily: SearchProvider = {
  baseUrl: 'https://api.tavily.com',
  needsKey: true,
  help: 'get a key at https://tavily.com',

  request: ({ query, count, freshness }, access) => ({
    url: urlOf(access, '/search'),
    headers: bearer(access),
    body: {
      query,
      max_results: Math.min(count, MOST),
      search_depth: 'basic',
      ...(freshness !== undefined && { time_range: freshness }),
    },
  }),

  read: (answer) =>
    Answer.parse(answer).results.map(({ title, url, content, published_date }) => ({
      title,
      url,
      snippet: content,
      date: published_date,
    })),
};
