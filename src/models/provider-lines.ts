import { createRateLimiter } from '../base/rate-limiter.ts';
import { type CredentialPool, createCredentialPool } from './credential-pool.ts';
import type { ModelProvider } from './model-provider.ts';
import type { RoutedProvider, RouterDeps } from './router-deps.ts';

const MINUTE = 60_000;

/** A provider in use: opened once, its keys and its rate shared by all calls. */
export interface ProviderLine {
  readonly name: string;
  readonly credentials: CredentialPool;
  open(): Promise<ModelProvider>;
  /** Waits for a place within the provider's requests per minute. */
  place(signal: AbortSignal): Promise<void>;
  contextWindow(model: string): number | undefined;
  maxOutputTokens(model: string): number | undefined;
}

export function createProviderLines(
  deps: Pick<RouterDeps, 'providers' | 'clock'>,
): ReadonlyMap<string, ProviderLine> {
  return new Map(
    Object.entries(deps.providers).map(([name, provider]) => [
      name,
      createLine(name, provider, deps.clock),
    ]),
  );
}

function createLine(
  name: string,
  provider: RoutedProvider,
  clock: RouterDeps['clock'],
): ProviderLine {
  const { requestsPerMinute } = provider;
  const limiter =
    requestsPerMinute === undefined
      ? undefined
      : createRateLimiter(requestsPerMinute, MINUTE, clock);
  let opened: Promise<ModelProvider> | undefined;

  return {
    name,
    credentials: createCredentialPool(provider.credentials, clock),

    open() {
      opened ??= provider.open().catch((thrown: unknown) => {
        // The next call may find what is missing now.
        opened = undefined;
        throw thrown;
      });
      return opened;
    },

    place: async (signal) => limiter?.acquire(signal),
    contextWindow: (model) => provider.contextWindow(model),
    maxOutputTokens: (model) => provider.maxOutputTokens(model),
  };
}
