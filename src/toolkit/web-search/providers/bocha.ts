import { z } from 'zod';
import { bearer, type SearchProvider, SearchRefused, Text, urlOf } from '../search-provider.ts';

const Page = z.object({
  name: Text,
  url: Text,
  snippet: Text,
  summary: Text,
  datePublished: Text,
});
const Answer = z.object({
  code: z.union([z.number(), z.string()]),
  msg: Text,
  data: z.object({ webPages: z.object({ value: z.array(Page) }).nullish() }).nullish(),
});

const SINCE = { day: 'oneDay', week: 'oneWeek', month: 'oneMonth', year: 'oneYear' } as const;
const MOST = 50;

/** Reached from mainland China. */
export const bocha: SearchProvider = {
  baseUrl: 'https://api.bochaai.com',
  needsKey: true,
  help: 'get a key at https://open.bochaai.com (works from mainland China)',

  request: ({ query, count, freshness }, access) => ({
    url: urlOf(access, '/v1/web-search'),
    headers: bearer(access),
    body: {
      query,
      count: Math.min(count, MOST),
      summary: true,
      freshness: freshness === undefined ? 'noLimit' : SINCE[freshness],
    },
  }),

  read(answer) {
    const { code, msg, data } = Answer.parse(answer);
    if (String(code) !== '200') throw new SearchRefused(`${code} ${msg}`);
    return (data?.webPages?.value ?? []).map(({ name, url, snippet, summary, datePublished }) => ({
      title: name,
      url,
      snippet: summary || snippet,
      date: datePublished,
    }));
  },
};
