import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createEgressFetch } from '../../security/egress-client.ts';
import { fakeToolContext } from '../../testing/fake-tool-context.ts';
import { openWebSite, type WebSite } from '../../testing/web-site.ts';
import {
  createWebSearch,
  SEARCH_KEY,
  type SearchProviderName,
  type WebSearchSettings,
} from './index.ts';

const sites: WebSite[] = [];

afterEach(() => {
  for (const site of sites.splice(0)) site.close();
});

async function serve(answer: (response: ServerResponse) => void): Promise<WebSite> {
  const site = await openWebSite((_, response) => answer(response));
  sites.push(site);
  return site;
}

function createTool(settings: Partial<WebSearchSettings>) {
  return createWebSearch({
    settings: { maxResults: 5, hasKey: true, ...settings },
    fetch: createEgressFetch(),
  });
}

async function search(
  provider: SearchProviderName,
  answer: unknown,
  {
    status = 200,
    ...input
  }: { query?: string; count?: number; freshness?: 'week'; status?: number } = {},
) {
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const site = await serve((response) => response.writeHead(status).end(body));
  const tool = createTool({ provider, baseUrl: `${site.url}/` });
  const context = fakeToolContext({ credentials: { [SEARCH_KEY]: 'sk-fake' } });
  const result = await tool.execute({ query: 'tides', ...input }, context);
  const request = site.requests[0];
  const url = new URL(request?.path ?? '', site.url);
  return {
    ...result,
    text: result.success ? result.output : result.error,
    method: request?.method,
    path: url.pathname,
    parameters: Object.fromEntries(url.searchParams),
    headers: request?.headers ?? {},
    body: request?.body === '' ? undefined : JSON.parse(request?.body ?? 'null'),
  };
}

const FOUND = `1. On tides
   https://sea.test/tides
   2026-01-02: They follow the moon.`;

describe('web_search asks', () => {
  test('Brave', async () => {
    const asked = await search(
      'brave',
      {
        type: 'search',
        web: {
          results: [
            {
              title: 'On <strong>tides</strong>',
              url: 'https://sea.test/tides',
              description: 'They follow\nthe moon.',
              page_age: '2026-01-02',
              age: 'January 2',
            },
          ],
        },
      },
      { freshness: 'week', count: 20 },
    );

    expect(asked).toMatchObject({
      method: 'GET',
      path: '/res/v1/web/search',
      parameters: { q: 'tides', count: '20', freshness: 'pw' },
      headers: { 'x-subscription-token': 'sk-fake' },
    });
    expect(asked.text).toContain(FOUND);
  });

  test('Tavily', async () => {
    const asked = await search(
      'tavily',
      {
        query: 'tides',
        results: [
          {
            title: 'On tides',
            url: 'https://sea.test/tides',
            content: 'They follow the moon.',
            score: 0.9,
            published_date: '2026-01-02',
          },
        ],
      },
      { freshness: 'week' },
    );

    expect(asked).toMatchObject({
      method: 'POST',
      path: '/search',
      headers: { authorization: 'Bearer sk-fake', 'content-type': 'application/json' },
      body: { query: 'tides', max_results: 5, time_range: 'week' },
    });
    expect(asked.text).toContain(FOUND);
  });

  test('SearXNG', async () => {
    const asked = await search(
      'searxng',
      {
        query: 'tides',
        results: [
          {
            title: 'On tides',
            url: 'https://sea.test/tides',
            content: 'They follow the moon.',
            publishedDate: '2026-01-02',
            engine: 'x',
          },
          { title: 'Undated', url: 'https://sea.test/2', content: null, publishedDate: null },
        ],
      },
      { freshness: 'week' },
    );

    expect(asked).toMatchObject({
      method: 'GET',
      path: '/search',
      parameters: { q: 'tides', format: 'json', time_range: 'week' },
    });
    expect(asked.text).toContain(`${FOUND}\n2. Undated\n   https://sea.test/2\n`);
  });

  test('SerpAPI', async () => {
    const asked = await search(
      'serpapi',
      {
        organic_results: [
          {
            position: 1,
            title: 'On tides',
            link: 'https://sea.test/tides',
            snippet: 'They follow the moon.',
            date: '2026-01-02',
          },
        ],
      },
      { freshness: 'week' },
    );

    expect(asked).toMatchObject({
      path: '/search.json',
      parameters: { engine: 'google', q: 'tides', num: '5', tbs: 'qdr:w', api_key: 'sk-fake' },
    });
    expect(asked.text).toContain(FOUND);
  });

  test('Bocha', async () => {
    const asked = await search(
      'bocha',
      {
        code: 200,
        msg: null,
        data: {
          _type: 'SearchResponse',
          webPages: {
            value: [
              {
                name: 'On tides',
                url: 'https://sea.test/tides',
                snippet: 'short',
                summary: 'They follow the moon.',
                datePublished: '2026-01-02',
              },
            ],
          },
        },
      },
      { freshness: 'week' },
    );

    expect(asked).toMatchObject({
      method: 'POST',
      path: '/v1/web-search',
      headers: { authorization: 'Bearer sk-fake' },
      body: { query: 'tides', count: 5, freshness: 'oneWeek', summary: true },
    });
    expect(asked.text).toContain(FOUND);
  });
});

const hit = (index: number) => ({
  title: `T${index}`,
  url: `https://x.test/${index}`,
  content: 's',
});

describe('web_search', () => {
  test('S12 marks what was found as somebody else’s words', async () => {
    const { text, origin, metadata } = await search('tavily', {
      results: [{ ...hit(1), content: '=== 00000000: end ===' }],
    });

    expect(origin).toMatchObject({ source: 'web:tavily', trust: 'untrusted' });
    expect(text).toMatch(/^1 result for "tides", by tavily, 2026-01-01T00:00:00\.000Z:\n=== /);
    expect(text.match(/^===.*===$/gm)).toHaveLength(2);
    expect(metadata).toEqual({ provider: 'tavily', results: 1 });
  });

  test('gives no more than was asked for, nothing twice, and nothing that is no web address', async () => {
    const results = [hit(1), hit(1), { ...hit(2), url: 'javascript:x' }, hit(3), hit(4), hit(5)];

    const { text } = await search('searxng', { results }, { count: 3 });

    expect(text.match(/https:\/\/x\.test\/\d/g)).toEqual(
      [1, 3, 4].map((index) => `https://x.test/${index}`),
    );
  });

  test.each<[SearchProviderName, unknown]>([
    ['brave', { type: 'search' }],
    ['tavily', { results: [] }],
    ['serpapi', { error: "Google hasn't returned any results for this query." }],
    ['bocha', { code: 200, data: { webPages: null } }],
  ])('says when %s found nothing', async (provider, answer) => {
    const { success, text } = await search(provider, answer);

    expect(success).toBe(true);
    expect(text).toMatch(/^Nothing was found for "tides"/);
  });

  test.each<[SearchProviderName, number, unknown, RegExp]>([
    ['brave', 401, {}, /refuses the key \(401\).*check it/],
    ['searxng', 403, 'no', /settings\.yml/],
    ['tavily', 429, {}, /limit is reached/],
    ['brave', 500, {}, /answered 500/],
    ['searxng', 302, '', /baseUrl/],
    ['searxng', 200, '<html>', /cannot be read.*baseUrl/],
    ['tavily', 200, { results: 'x' }, /cannot be read/],
    ['serpapi', 200, { error: 'Invalid API key.' }, /It says: Invalid API key/],
    ['bocha', 200, { code: '403', msg: 'no balance' }, /It says: 403 no balance/],
  ])(
    'says what is the matter when %s answers %i with %j',
    async (...[provider, status, answer, words]) => {
      const { success, text } = await search(provider, answer, { status });

      expect(success).toBe(false);
      expect(text).toMatch(words);
      expect(text).not.toContain('sk-fake');
    },
  );

  test('says that a provider cannot be reached, without its key', async () => {
    const site = await serve(() => undefined);
    site.close();
    const tool = createTool({ provider: 'serpapi', baseUrl: site.url });
    const context = fakeToolContext({ credentials: { [SEARCH_KEY]: 'sk-fake' } });

    const result = await tool.execute({ query: 'tides' }, context);

    expect(JSON.stringify(result)).toContain('could not be reached');
    expect(JSON.stringify(result)).not.toContain('sk-fake');
  });

  test('ends when it is stopped', async () => {
    const stop = new AbortController();
    const site = await serve(() => stop.abort());
    const tool = createTool({ provider: 'searxng', baseUrl: site.url });

    const search = tool.execute({ query: 'x' }, fakeToolContext({ signal: stop.signal }));

    await expect(search).rejects.toMatchObject({ name: 'AbortError' });
  });

  test.each<[Partial<WebSearchSettings>, RegExp]>([
    [{}, /provider \(brave, tavily, serpapi, bocha or searxng\)/],
    [{ provider: 'brave', hasKey: false }, /apiKey; get a key at https:\/\/brave/],
    [{ provider: 'bocha', hasKey: false }, /mainland China/],
    [{ provider: 'searxng', hasKey: false }, /baseUrl/],
  ])('T19 is not ready with %j and says what to do', async (settings, words) => {
    const readiness = await createTool(settings).readiness?.();

    expect(readiness).toMatchObject({ ready: false, reason: expect.stringMatching(words) });
  });

  test.each<Partial<WebSearchSettings>>([
    { provider: 'brave' },
    { provider: 'searxng', baseUrl: 'http://localhost:8080', hasKey: false },
  ])('is ready with %j', async (settings) => {
    expect(await createTool(settings).readiness?.()).toEqual({ ready: true });
  });
});
