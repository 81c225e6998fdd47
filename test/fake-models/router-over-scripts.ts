import type { Clock } from '../../src/base/clock.ts';
import type {
  CallOptions,
  EmbedResult,
  ModelFailure,
  ModelPart,
  ModelProvider,
  ModelRequest,
} from '../../src/models/model-provider.ts';
import { createModelRouter } from '../../src/models/router.ts';
import type { RoutedPart, RoutedRequest } from '../../src/models/router-contract.ts';
import {
  DEFAULT_ROUTER_SETTINGS,
  type RoutedProvider,
  type RouterDeps,
} from '../../src/models/router-deps.ts';
import { failureOf } from '../../src/models/shared/failure.ts';
import { NO_USAGE } from '../../src/protocol/usage.ts';

/** One answer of a scripted provider: parts, or what makes them. */
export type Script =
  | readonly ModelPart[]
  | ((request: ModelRequest, options: CallOptions) => AsyncIterable<ModelPart>);

export interface Asked {
  readonly provider: string;
  readonly model: string;
  readonly key: string | undefined;
  readonly at: number;
  readonly request: ModelRequest;
}

export interface RouterOverScripts {
  readonly router: ReturnType<typeof createModelRouter>;
  /** Every request that reached a provider. */
  readonly asked: Asked[];
  /** What each provider answers next; the last stays. */
  readonly scripts: Record<string, Script[]>;
}

export type RouterOverrides = Partial<Omit<RouterDeps, 'providers' | 'clock'>> & {
  readonly clock: Clock;
  readonly providers?: Record<string, Partial<RoutedProvider>>;
};

export const FINISH: ModelPart = {
  type: 'finish',
  reason: 'stop',
  usage: { ...NO_USAGE, inputTokens: 100, outputTokens: 10 },
};

export const say = (...texts: readonly string[]): ModelPart[] => [
  ...texts.map((text) => ({ type: 'text' as const, text })),
  FINISH,
];

export const fail = (code: ModelFailure['code'], more: Partial<ModelFailure> = {}): ModelPart[] => [
  { type: 'error', failure: { ...failureOf(code, `it says ${code}`), ...more } },
];

/** A router over providers `a`, `b` and `c`, each answering by script. */
export function createRouterOverScripts({
  clock,
  providers,
  ...more
}: RouterOverrides): RouterOverScripts {
  const asked: Asked[] = [];
  const scripts: Record<string, Script[]> = {
    a: [say('from a')],
    b: [say('from b')],
    c: [say('from c')],
  };

  function scripted(name: string): ModelProvider {
    const next = () => {
      const queue = scripts[name] ?? [];
      return (queue.length > 1 ? queue.shift() : queue[0]) ?? [];
    };
    const note = (request: ModelRequest, { credential }: CallOptions) =>
      asked.push({
        provider: name,
        model: request.model,
        key: credential,
        at: clock.monotonic(),
        request,
      });

    return {
      async *stream(request, options) {
        note(request, options);
        const script = next();
        yield* typeof script === 'function' ? script(request, options) : script;
      },

      async embed({ model, texts }, options): Promise<EmbedResult> {
        note({ ...EMPTY, model }, options);
        const script = next();
        const last = typeof script === 'function' ? undefined : script.at(-1);
        if (last?.type === 'error') return { ok: false, failure: last.failure };
        const usage = { ...NO_USAGE, inputTokens: texts.length };
        return { ok: true, vectors: texts.map(() => [1]), usage };
      },
    };
  }

  const routed = (name: string): RoutedProvider => ({
    open: async () => scripted(name),
    credentials: [],
    models: [],
    contextWindow: () => undefined,
    maxOutputTokens: () => undefined,
    ...providers?.[name],
  });

  const router = createModelRouter({
    providers: { a: routed('a'), b: routed('b'), c: routed('c') },
    routes: {},
    fallback: [],
    default: 'a/one',
    settings: DEFAULT_ROUTER_SETTINGS,
    random: () => 0.5,
    priceOf: () => undefined,
    ...more,
    clock,
  });
  return { router, asked, scripts };
}

const EMPTY: ModelRequest = { model: '', system: '', tools: [], toolChoice: 'auto', messages: [] };

export function chat(more: Partial<RoutedRequest> = {}): RoutedRequest {
  const { model: _, ...request } = EMPTY;
  return { ...request, taskType: 'chat', ...more };
}

/** What a routed answer came to, in a form that tests can compare. */
export function outcome(parts: readonly RoutedPart[]) {
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const routes = parts.flatMap((part) =>
    part.type === 'route'
      ? [`${part.route.provider}/${part.route.model}: ${part.route.reason}`]
      : [],
  );
  return { text, routes, last: parts.at(-1), types: parts.map(({ type }) => type) };
}
