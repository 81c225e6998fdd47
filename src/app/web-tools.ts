import { createAddressList } from '../security/public-address.ts';
import { createPublicFetch } from '../security/public-fetch.ts';
import { SEARCH_KEY, type WebToolDeps } from '../toolkit/index.ts';
import { createEgress, egressOptionsOf } from './create-egress.ts';
import type { RuntimeSettings } from './load-settings.ts';

type Settings = Pick<RuntimeSettings, 'config'>;

/** The two ways out for tools, and the search provider. */
export function webToolsOf(settings: Settings): WebToolDeps {
  const { allowAddresses, search } = settings.config.tools.web;
  const { provider, baseUrl, maxResults, apiKey } = search;
  return {
    publicFetch: createPublicFetch({
      ...egressOptionsOf(settings),
      allows: createAddressList(allowAddresses),
    }),
    fetch: createEgress(settings),
    search: { provider, baseUrl, maxResults, hasKey: apiKey !== undefined },
  };
}

/** The keys of the configuration that built-in tools name. */
export function toolCredentialsOf({ config }: Settings): Readonly<Record<string, string>> {
  const { apiKey } = config.tools.web.search;
  return apiKey === undefined ? {} : { [SEARCH_KEY]: apiKey };
}
