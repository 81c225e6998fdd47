import { z } from 'zod';
import { AgentError } from '../../base/errors.ts';
import { untrustedOrigin } from '../../protocol/origin.ts';
import { defineTool, type ToolExecutionContext, type ToolResult } from '../../tools/tool.ts';
import { failure } from '../shared/failure.ts';
import { count, preview } from '../shared/text-lines.ts';
import { fence } from '../shared/untrusted-text.ts';
import { askProvider } from './ask-provider.ts';
import { presentHits } from './present-hits.ts';
import { bocha } from './providers/bocha.ts';
import { brave } from './providers/brave.ts';
import { searxng } from './providers/searxng.ts';
import { serpapi } from './providers/serpapi.ts';
import { tavily } from './providers/tavily.ts';
import { Freshness, type SearchProvider, type SearchQuery } from './search-provider.ts';

const PROVIDERS = { brave, tavily, searxng, serpapi, bocha } as const satisfies Record<
  string,
  SearchProvider
>;
export type SearchProviderName = keyof typeof PROVIDERS;

export interface WebSearchSettings {
  readonly provider?: SearchProviderName | undefined;
  /** Instead of the provider's own. */
  readonly baseUrl?: string | undefined;
  readonly maxResults: number;
  /** Whether a key is configured; the key itself comes with each call. */
  readonly hasKey: boolean;
}

export interface WebSearchDeps {
  readonly settings: WebSearchSettings;
  readonly fetch: typeof fetch;
}

/** The name under which the key reaches the tool. */
export const SEARCH_KEY = 'webSearchApiKey';

const Input = z.strictObject({
  query: z.string().trim().min(1).max(400),
  count: z.int().min(1).max(20).optional(),
  freshness: Freshness.optional(),
});
type Input = z.infer<typeof Input>;

const TIMEOUT_MS = 25_000;

export function createWebSearch({ settings, fetch }: WebSearchDeps) {
  return defineTool<Input>({
    name: 'web_search',
    title: 'Search the web',
    description:
      'Search the web: title, address, snippet, date of each hit. Read a page with web_fetch before you rely on it. freshness: only what is newer.',
    input: Input,
    capabilities: ['network.outbound'],
    riskLevel: 'read_only',
    idempotency: 'pure',
    credentials: [SEARCH_KEY],
    timeoutMs: TIMEOUT_MS + 5_000,
    summarize: ({ query }) => `search the web for ${preview(query)}`,
    readiness: async () => readinessOf(settings),

    async execute(input, context) {
      const found = providerOf(settings);
      if (found === undefined) return failure(HOW_TO_SET_UP);
      const query = { ...input, count: input.count ?? settings.maxResults };
      try {
        return await search(found, query, context);
      } catch (thrown) {
        const { code, message } = AgentError.from(thrown);
        if (code !== 'unavailable') throw thrown;
        return failure(message, { provider: settings.provider });
      }
    },
  });

  async function search(
    { provider, baseUrl }: FoundProvider,
    query: SearchQuery,
    context: ToolExecutionContext,
  ): Promise<ToolResult> {
    const access = { baseUrl, apiKey: context.credentials[SEARCH_KEY] };
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const hits = await askProvider(provider, { query, access }, { fetch, signal });
    const shown = presentHits(hits, query.count);
    const name = String(settings.provider);
    const metadata = { provider: name, results: shown.length };
    const origin = untrustedOrigin(`web:${name}`);
    if (shown.length === 0) {
      const output = `Nothing was found for ${preview(query.query)}. Try fewer or other words.`;
      return { success: true, output, origin, metadata };
    }
    const head = `${count(shown.length, 'result')} for ${preview(query.query)}, by ${name}, ${new Date(context.now()).toISOString()}:`;
    const text = fence(shown.join('\n'), name, context.idempotencyKey);
    return { success: true, output: `${head}\n${text}`, origin, metadata };
  }
}

interface FoundProvider {
  readonly provider: SearchProvider;
  readonly baseUrl: string;
}

function providerOf({ provider: name, baseUrl }: WebSearchSettings): FoundProvider | undefined {
  const provider: SearchProvider | undefined = name && PROVIDERS[name];
  const address = baseUrl ?? provider?.baseUrl;
  if (provider === undefined || address === undefined) return undefined;
  return { provider, baseUrl: address.replace(/\/+$/, '') };
}

const HOW_TO_SET_UP =
  'No search provider is configured: set tools.web.search.provider (brave, tavily, serpapi, bocha or searxng) and tools.web.search.apiKey.';

function readinessOf(settings: WebSearchSettings) {
  const name = settings.provider;
  if (name === undefined) return notReady(HOW_TO_SET_UP);
  const { needsKey, help } = PROVIDERS[name];
  if (providerOf(settings) === undefined) return notReady(`No address for ${name}: ${help}.`);
  if (needsKey && !settings.hasKey) {
    return notReady(`No key for ${name}: set tools.web.search.apiKey; ${help}.`);
  }
  return { ready: true } as const;
}

function notReady(reason: string) {
  return { ready: false, reason } as const;
}
