import { defineProvider } from '../model-provider.ts';
import { loadSdk } from '../shared/load-sdk.ts';
import { createSdkProvider, type SdkCall } from '../shared/sdk-provider.ts';
import { OpenAiSettings } from './settings.ts';

export const openai = defineProvider({
  settings: OpenAiSettings,

  create(settings, deps) {
    const { api, baseUrl, headers, organization, project } = settings;

    async function open({ apiKey, fetch }: SdkCall) {
      const { createOpenAI } = await loadSdk(() => import('@ai-sdk/openai'), 'OPENAI_BASE_URL');
      return createOpenAI({
        baseURL: baseUrl,
        apiKey,
        headers,
        fetch,
        ...(organization !== undefined && { organization }),
        ...(project !== undefined && { project }),
      });
    }

    return createSdkProvider({
      settings,
      deps,
      adapter: {
        needsKey: true,
        // Strict schemas would make every optional argument required.
        style: { strictTools: false },

        async languageModel(call) {
          const sdk = await open(call);
          return api === 'chat' ? sdk.chat(call.model) : sdk.responses(call.model);
        },

        async embeddingModel(call) {
          return (await open(call)).embeddingModel(call.model);
        },

        providerOptions: ({ cacheKey }) => ({
          openai: {
            // Nothing of a conversation is kept at the provider; reasoning travels back encrypted.
            store: false,
            ...(cacheKey !== undefined && { promptCacheKey: cacheKey }),
          },
        }),
      },
    });
  },
});
