import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { AgentError } from '../../base/errors.ts';
import type { McpServerSettings } from '../../config/schema.ts';
import { createProvider } from './provider.ts';
import { openSignInStore } from './sign-in-store.ts';

/**
 * The sign-in that `mcp login` left: its tokens are sent and renewed. Undefined when there is none. When they are no
 * longer good, `unauthorized` is thrown instead of asking: nobody sits here.
 */
export function storedSignIn({
  name,
  settings,
  url,
  folder,
}: {
  readonly name: string;
  readonly settings: McpServerSettings;
  readonly url: string;
  readonly folder: string;
}): OAuthClientProvider | undefined {
  const { oauth } = settings;
  const store = openSignInStore(folder, name, url);
  if (!oauth.enabled || store.read().tokens === undefined) return undefined;
  return createProvider({
    settings: oauth,
    store,
    redirectPort: store.read().redirectPort ?? 0,
    onRedirect() {
      throw new AgentError('unauthorized', `${name} asks for a new sign-in.`);
    },
  });
}
