import { createEgressFetch } from '../security/egress-client.ts';
import type { RuntimeSettings } from './load-settings.ts';

/** The one way out of this process: through the proxy and with the authorities of the configuration. */
export function createEgress({ config }: Pick<RuntimeSettings, 'config'>): typeof fetch {
  const { proxy, noProxy, caFile } = config.network;
  return createEgressFetch({
    ...(proxy !== undefined && { proxy }),
    ...(noProxy !== undefined && { noProxy }),
    ...(caFile !== undefined && { caFile }),
  });
}
