import { createEgressFetch, type EgressOptions } from '../security/egress-client.ts';
import type { RuntimeSettings } from './load-settings.ts';

type Settings = Pick<RuntimeSettings, 'config'>;

/** The way out of this process to what the configuration names: through its proxy and with its authorities. */
export function createEgress(settings: Settings): typeof fetch {
  return createEgressFetch(egressOptionsOf(settings));
}

export function egressOptionsOf({ config }: Settings): EgressOptions {
  const { proxy, noProxy, caFile } = config.network;
  return {
    ...(proxy !== undefined && { proxy }),
    ...(noProxy !== undefined && { noProxy }),
    ...(caFile !== undefined && { caFile }),
  };
}
