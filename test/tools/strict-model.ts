import { onTestFinished } from 'vitest';
import type { ProcessHome } from './process-home.ts';
import { type StrictProvider, startStrictProvider } from './strict-provider.ts';

/** A strict provider, and a configuration that names it the model to use. `more` is what else the file says. */
export async function connectStrictModel(
  home: ProcessHome,
  script: Parameters<typeof startStrictProvider>[0],
  { models, ...more }: Readonly<Record<string, object>> = {},
): Promise<StrictProvider> {
  const provider = await startStrictProvider(script);
  onTestFinished(provider.stop);
  home.configure({
    models: { default: 'strict/one', ...models },
    providers: {
      strict: { type: 'openai', api: 'chat', baseUrl: provider.baseUrl, apiKey: 'not-a-key' },
    },
    ...more,
  });
  return provider;
}
