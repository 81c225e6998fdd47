import { randomBytes } from 'node:crypto';
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { AgentError } from '../../base/errors.ts';
import type { McpServerSettings } from '../../config/schema.ts';
import type { SignIn, SignInStore } from './sign-in-store.ts';

export interface ProviderDeps {
  readonly settings: McpServerSettings['oauth'];
  readonly store: SignInStore;
  readonly redirectPort: number;
  /** Told where a person has to go. */
  onRedirect(url: URL): void;
}

/** A provider whose `state` can be compared with what comes back. */
export interface Provider extends OAuthClientProvider {
  readonly sentState: () => string | undefined;
}

export const REDIRECT_PATH = '/callback';

/** What the library asks of a client: who it is, its tokens, and where to send a person. */
export function createProvider({
  settings,
  store,
  redirectPort,
  onRedirect,
}: ProviderDeps): Provider {
  const redirectUrl = `http://127.0.0.1:${redirectPort}${REDIRECT_PATH}`;
  let verifier: string | undefined;
  let state: string | undefined;
  let discovered: OAuthDiscoveryState | undefined;

  return {
    redirectUrl,
    clientMetadata: {
      client_name: 'Echo Agent',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method:
        settings.clientSecret === undefined ? 'none' : 'client_secret_post',
      ...(settings.scope !== undefined && { scope: settings.scope }),
    },
    state() {
      state = randomBytes(16).toString('base64url');
      return state;
    },
    sentState: () => state,
    clientInformation: () => configuredClient(settings) ?? registeredClient(store, redirectPort),
    saveClientInformation(client) {
      store.write({ client: client as unknown as NonNullable<SignIn['client']>, redirectPort });
    },
    tokens: () => store.read().tokens as StoredOAuthTokens | undefined,
    saveTokens: (tokens) =>
      store.write({ tokens: tokens as unknown as NonNullable<SignIn['tokens']>, redirectPort }),
    redirectToAuthorization: onRedirect,
    saveCodeVerifier(given) {
      verifier = given;
    },
    codeVerifier() {
      if (verifier === undefined) throw new AgentError('internal', 'No sign-in was begun.');
      return verifier;
    },
    // So that the code goes to the place that the person was sent to.
    saveDiscoveryState(given) {
      discovered = given;
    },
    discoveryState: () => discovered,
    invalidateCredentials(scope) {
      if (scope === 'all' || scope === 'discovery') discovered = undefined;
      if (scope === 'all' || scope === 'tokens') store.write({ tokens: undefined });
      if (scope === 'all' || scope === 'client') store.write({ client: undefined });
    },
  };
}

function configuredClient({ clientId, clientSecret }: McpServerSettings['oauth']) {
  if (clientId === undefined) return undefined;
  return {
    client_id: clientId,
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
  };
}

/** A client is registered with its way back: on another port it has to be registered anew. */
function registeredClient(store: SignInStore, port: number) {
  const { client, redirectPort } = store.read();
  return redirectPort === port ? client : undefined;
}
