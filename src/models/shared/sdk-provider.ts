import type {
  EmbeddingModelV4,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import { NO_USAGE } from '../../protocol/usage.ts';
import type {
  CallOptions,
  EmbedRequest,
  EmbedResult,
  ModelFailure,
  ModelPart,
  ModelProvider,
  ModelProviderDeps,
  ModelRequest,
} from '../model-provider.ts';
import { createDeadlines, DEFAULT_TIMEOUTS, type Deadlines } from './deadlines.ts';
import { brokenOff, failureOf, redactFailure } from './failure.ts';
import { guardFetch } from './guarded-fetch.ts';
import type { CommonSettings } from './settings.ts';
import { thrownFailure } from './to-failure.ts';
import { createPartTranslator } from './to-parts.ts';
import { type PromptStyle, toPrompt, toTools, wellFormed } from './to-prompt.ts';

/** What an SDK needs for one call. */
export interface SdkCall {
  readonly model: string;
  /** Empty when there is no key: SDKs look for one in the environment when it is undefined. */
  readonly apiKey: string;
  readonly fetch: typeof fetch;
}

export interface SdkAdapter {
  /** Whether a call without a key cannot succeed. */
  readonly needsKey: boolean;
  readonly style: PromptStyle;
  /** Loads the SDK on first use. */
  languageModel(call: SdkCall): Promise<LanguageModelV4>;
  embeddingModel?(call: SdkCall): Promise<EmbeddingModelV4>;
  providerOptions?(request: ModelRequest): SharedV4ProviderOptions;
}

export interface SdkProviderOptions {
  readonly settings: CommonSettings;
  readonly deps: ModelProviderDeps;
  readonly adapter: SdkAdapter;
}

/** A provider on one of the `@ai-sdk` packages: translation, deadlines and failures are the same for all of them. */
export function createSdkProvider({ settings, deps, adapter }: SdkProviderOptions): ModelProvider {
  function begin(options: CallOptions, expects: 'stream' | 'json') {
    const timeouts = {
      firstPartMs:
        settings.firstTokenTimeout ?? options.timeouts?.firstPartMs ?? DEFAULT_TIMEOUTS.firstPartMs,
      idleMs: settings.idleTimeout ?? options.timeouts?.idleMs ?? DEFAULT_TIMEOUTS.idleMs,
    };
    const deadlines = createDeadlines({ clock: deps.clock, signal: options.signal, timeouts });
    let refusal: ModelFailure | undefined;
    let answered = false;
    const guarded = guardFetch({
      fetch: deps.fetch,
      now: deps.clock.now,
      expects,
      refuse(failure) {
        refusal ??= failure;
      },
    });
    const fetchAnswer: typeof fetch = async (input, init) => {
      const response = await guarded(input, init);
      answered = true;
      return response;
    };
    const secrets = [...Object.values(settings.headers)];
    if (options.credential !== undefined) secrets.push(options.credential);
    return {
      deadlines,
      fetch: fetchAnswer,
      tidy: (failure: ModelFailure) => redactFailure(failure, secrets),
      failure(thrown: unknown) {
        const failure = deadlines.reason() ?? refusal ?? thrownFailure(thrown);
        return answered ? brokenOff(failure) : failure;
      },
    };
  }

  function missingKey(options: CallOptions): ModelFailure | undefined {
    if (!adapter.needsKey || options.credential !== undefined) return undefined;
    if (Object.keys(settings.headers).some((name) => AUTH_HEADER.test(name))) return undefined;
    return failureOf('auth', 'No API key is configured for this provider.');
  }

  async function* stream(request: ModelRequest, options: CallOptions): AsyncGenerator<ModelPart> {
    const missing = missingKey(options);
    if (missing !== undefined) return yield { type: 'error', failure: missing };
    const { deadlines, fetch, tidy, failure } = begin(options, 'stream');
    try {
      const call = { model: request.model, apiKey: options.credential ?? '', fetch };
      const model = await deadlines.within(adapter.languageModel(call));
      const callOptions = toCallOptions({ request, settings, adapter });
      const { stream: parts } = await deadlines.within(
        model.doStream({ ...callOptions, abortSignal: deadlines.signal }),
      );
      yield* translate(parts, deadlines, (each) => tidy(brokenOff(each)));
    } catch (thrown) {
      yield { type: 'error', failure: tidy(failure(thrown)) };
    } finally {
      deadlines.end();
    }
  }

  async function embed(request: EmbedRequest, options: CallOptions): Promise<EmbedResult> {
    const missing = missingKey(options);
    if (missing !== undefined) return { ok: false, failure: missing };
    const { deadlines, fetch, tidy, failure } = begin(options, 'json');
    try {
      const call = { model: request.model, apiKey: options.credential ?? '', fetch };
      const open = adapter.embeddingModel?.(call);
      if (open === undefined) throw new TypeError('This provider has no embeddings.');
      return await embedAll(await deadlines.within(open), request.texts, deadlines);
    } catch (thrown) {
      return { ok: false, failure: tidy(failure(thrown)) };
    } finally {
      deadlines.end();
    }
  }

  return adapter.embeddingModel === undefined ? { stream } : { stream, embed };
}

const AUTH_HEADER = /^(authorization|x-api-key|api-key|x-goog-api-key)$/i;

interface CallParts {
  readonly request: ModelRequest;
  readonly settings: CommonSettings;
  readonly adapter: SdkAdapter;
}

function toCallOptions({ request, settings, adapter }: CallParts): LanguageModelV4CallOptions {
  const override = settings.models[request.model];
  const maxOutputTokens = request.maxOutputTokens ?? override?.maxOutputTokens;
  const providerOptions = adapter.providerOptions?.(request);
  const tools = toTools(request, adapter.style);
  return {
    prompt: toPrompt(request, adapter.style),
    ...(tools.length > 0 && { tools, toolChoice: { type: request.toolChoice } }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(override?.reasoning !== undefined && { reasoning: override.reasoning }),
    ...(providerOptions !== undefined && { providerOptions }),
  };
}

async function* translate(
  parts: ReadableStream<LanguageModelV4StreamPart>,
  deadlines: Deadlines,
  tidy: (failure: ModelFailure) => ModelFailure,
): AsyncGenerator<ModelPart> {
  const translator = createPartTranslator();
  for await (const part of readWithin(parts, deadlines)) {
    for (const translated of translator.next(part)) {
      const isError = translated.type === 'error';
      yield isError ? { ...translated, failure: tidy(translated.failure) } : translated;
      if (isError || translated.type === 'finish') return;
    }
  }
  yield { type: 'error', failure: failureOf('protocol', 'The stream ended without an answer.') };
}

async function* readWithin(
  parts: ReadableStream<LanguageModelV4StreamPart>,
  deadlines: Deadlines,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const reader = parts.getReader();
  for (;;) {
    const { done, value } = await deadlines.within(reader.read());
    if (done) return;
    if (!BOOKKEEPING.has(value.type)) deadlines.progress();
    yield value;
  }
}

/** Parts that come before the model has said anything. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['stream-start', 'response-metadata', 'custom']);

/** In as many requests as the provider's limit asks for. */
async function embedAll(
  model: EmbeddingModelV4,
  texts: readonly string[],
  deadlines: Deadlines,
): Promise<EmbedResult> {
  const limit = (await model.maxEmbeddingsPerCall) ?? texts.length;
  const vectors: number[][] = [];
  let inputTokens = 0;
  for (let at = 0; at < texts.length; at += limit) {
    const values = texts.slice(at, at + limit).map(wellFormed);
    const { embeddings, usage } = await deadlines.within(
      model.doEmbed({ values, abortSignal: deadlines.signal }),
    );
    if (embeddings.length !== values.length) throw new TypeError('Some vectors are missing.');
    deadlines.progress();
    vectors.push(...embeddings);
    inputTokens += usage?.tokens ?? 0;
  }
  return { ok: true, vectors, usage: { ...NO_USAGE, inputTokens } };
}
