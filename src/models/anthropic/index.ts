import { defineProvider } from '../model-provider.ts';
import { loadSdk } from '../shared/load-sdk.ts';
import { createSdkProvider } from '../shared/sdk-provider.ts';
import { AnthropicSettings } from './settings.ts';

export const anthropic = defineProvider({
  settings: AnthropicSettings,

  create(settings, deps) {
    const { baseUrl, headers, cache } = settings;
    return createSdkProvider({
      settings,
      deps,
      adapter: {
        needsKey: true,
        style: cache ? { cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } } } : {},

        async languageModel({ model, apiKey, fetch }) {
          const { createAnthropic } = await loadSdk(
            () => import('@ai-sdk/anthropic'),
            'ANTHROPIC_BASE_URL',
          );
          return createAnthropic({ baseURL: baseUrl, apiKey, headers, fetch }).languageModel(model);
        },
      },
    });
  },
});
