import type { Clock } from '../base/clock.ts';
import { probeOllama } from '../models/ollama-probe.ts';
import { type OpenModels, openModels } from '../models/open-models.ts';
import { DEFAULT_ROUTER_SETTINGS } from '../models/router-deps.ts';
import type { RuntimeSettings } from './load-settings.ts';
import type { Plugins } from './plugins/open-plugins.ts';

export interface StartModelsDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly fetch: typeof fetch;
  readonly plugins: Pick<Plugins, 'sections'>;
}

/** The router as the configuration wants it; see `openModels`. */
export function startModels(
  { config, environment }: Pick<RuntimeSettings, 'config' | 'environment'>,
  deps: StartModelsDeps,
): Promise<OpenModels> {
  const { models } = config;
  const sections = Object.entries(deps.plugins.sections);
  const enabled = sections.filter(([, section]) => section.enabled);
  const disabled = sections.filter(([, section]) => !section.enabled);
  return openModels(
    {
      sections: Object.fromEntries(enabled),
      disabled: disabled.map(([name]) => name),
      default: models.default,
      routes: models.routes,
      fallback: models.fallback,
      settings: {
        ...DEFAULT_ROUTER_SETTINGS,
        cooldownMs: models.cooldown,
        failuresBeforeCooldown: models.failuresBeforeCooldown,
        maxRetries: models.maxRetries,
        firstPartMs: models.firstTokenTimeout,
        idleMs: models.requestTimeout,
        ...(models.maxOutputTokens !== undefined && { maxOutputTokens: models.maxOutputTokens }),
      },
    },
    {
      ...deps,
      readVariable: (name) => environment.get(name),
      probeOllama: () => probeOllama(deps.fetch),
    },
  );
}
