import { AgentError } from '../../base/errors.ts';
import { defineProvider } from '../model-provider.ts';
import { presets } from '../presets.ts';
import { isRecord } from '../shared/error-facts.ts';
import { createSdkProvider, type SdkCall } from '../shared/sdk-provider.ts';
import { OpenAiCompatibleSettings } from './settings.ts';

/** The public address of a provider that people know: nobody is let in there without a key. */
function isHosted(baseUrl: string): boolean {
  const known = Object.values(presets).filter(
    ({ local, keyVariables }) => !local && keyVariables[0],
  );
  return known.some(({ settings }) => settings?.baseUrl === baseUrl);
}

/** Everything that speaks OpenAI's Chat Completions: local servers, gateways and many providers. */
export const openAiCompatible = defineProvider({
  settings: OpenAiCompatibleSettings,

  create(settings, deps) {
    const { baseUrl, headers, apiKeyHeader, queryParams, includeUsage } = settings;
    const { replayReasoning = 'never' } = settings;
    if (baseUrl === undefined) {
      throw new AgentError('invalid_config', 'A provider of type openai-compatible needs baseUrl.');
    }

    async function open({ apiKey, fetch }: SdkCall) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const keyHeader = apiKeyHeader !== undefined && apiKey !== '' && { [apiKeyHeader]: apiKey };
      return createOpenAICompatible({
        name: SDK_NAME,
        baseURL: baseUrl ?? '',
        headers: { ...keyHeader, ...headers },
        queryParams,
        includeUsage,
        fetch,
        transformRequestBody: (body) => withReasoning(body, replayReasoning),
        ...(apiKeyHeader === undefined && apiKey !== '' && { apiKey }),
      });
    }

    return createSdkProvider({
      settings,
      deps,
      adapter: {
        needsKey: isHosted(baseUrl),
        style: { keepsBareReasoning: replayReasoning !== 'never' },

        async languageModel(call) {
          return (await open(call)).chatModel(call.model);
        },

        async embeddingModel(call) {
          return (await open(call)).embeddingModel(call.model);
        },
      },
    });
  },
});

/** The name under which the SDK keeps what a provider wants back. */
const SDK_NAME = 'compatible';

/** The SDK writes reasoning as `reasoning_content`; not every server knows that field or wants it. */
function withReasoning(
  body: Record<string, unknown>,
  field: NonNullable<OpenAiCompatibleSettings['replayReasoning']>,
): Record<string, unknown> {
  const { messages } = body;
  if (field === 'reasoning_content' || !Array.isArray(messages)) return body;
  return {
    ...body,
    messages: messages.map((message: unknown) => {
      if (!isRecord(message) || message['reasoning_content'] === undefined) return message;
      const { reasoning_content: reasoning, ...rest } = message;
      return field === 'never' ? rest : { ...rest, reasoning };
    }),
  };
}
