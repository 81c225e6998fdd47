import type { ModelProviderDefinition } from './model-provider.ts';
import type { providerSettings } from './provider-settings.ts';

/** Every adapter by its type. Loaded on first use, and its SDK with the first call. */
export const providers = {
  anthropic: async () => (await import('./anthropic/index.ts')).anthropic,
  google: async () => (await import('./google/index.ts')).google,
  offline: async () => (await import('./offline/index.ts')).offline,
  openai: async () => (await import('./openai/index.ts')).openai,
  'openai-compatible': async () => (await import('./openai-compatible/index.ts')).openAiCompatible,
} satisfies Record<keyof typeof providerSettings, () => Promise<ModelProviderDefinition>>;

export { providerSettings } from './provider-settings.ts';
