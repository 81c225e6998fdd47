import { defineProvider } from '../model-provider.ts';
import { createSdkProvider, type SdkCall } from '../shared/sdk-provider.ts';
import { GoogleSettings } from './settings.ts';

export const google = defineProvider({
  settings: GoogleSettings,

  create(settings, deps) {
    const { baseUrl, headers } = settings;

    async function open({ apiKey, fetch }: SdkCall) {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ baseURL: baseUrl, apiKey, headers, fetch });
    }

    return createSdkProvider({
      settings,
      deps,
      adapter: {
        needsKey: true,
        style: {},

        async languageModel(call) {
          return (await open(call)).languageModel(call.model);
        },

        async embeddingModel(call) {
          return (await open(call)).embeddingModel(call.model);
        },
      },
    });
  },
});
