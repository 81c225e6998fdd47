import { type FoundEndpoint, findMediaEndpoint } from '../models/media-endpoint.ts';
import type { ModelRouter } from '../models/router-contract.ts';
import { IMAGE_KEY, type MediaToolDeps, SPEECH_KEY } from '../toolkit/index.ts';
import type { RuntimeSettings } from './load-settings.ts';

type Settings = Pick<RuntimeSettings, 'config' | 'environment'>;

/** The models that see, draw and speak, as far as the configuration names some. */
export function mediaToolsOf(settings: Settings, router: ModelRouter): MediaToolDeps {
  const { models, tools } = settings.config;
  return {
    router,
    hasVisionRoute: Object.hasOwn(models.routes, 'vision'),
    image: sourceOf(endpointOf(settings, 'imageModel')),
    speech: sourceOf(endpointOf(settings, 'speechModel')),
    voice: tools.media.voice,
  };
}

export function mediaCredentialsOf(settings: Settings): Readonly<Record<string, string>> {
  return {
    ...keyOf(IMAGE_KEY, endpointOf(settings, 'imageModel')),
    ...keyOf(SPEECH_KEY, endpointOf(settings, 'speechModel')),
  };
}

function endpointOf(
  { config, environment }: Settings,
  setting: 'imageModel' | 'speechModel',
): FoundEndpoint | string {
  const reference = config.tools.media[setting];
  if (reference === undefined) {
    return `No model is configured: set tools.media.${setting} to provider/model.`;
  }
  const [provider = ''] = reference.split('/');
  const section = Object.hasOwn(config.providers, provider)
    ? config.providers[provider]
    : undefined;
  if (section?.enabled === false) return `providers.${provider} is switched off.`;
  return findMediaEndpoint(reference, {
    sections: config.providers,
    readVariable: (name) => environment.get(name),
  });
}

function sourceOf(found: FoundEndpoint | string): MediaToolDeps['image'] {
  return typeof found === 'string' ? { problem: found } : found.endpoint;
}

function keyOf(name: string, found: FoundEndpoint | string): Record<string, string> {
  return typeof found === 'string' || found.apiKey === undefined ? {} : { [name]: found.apiKey };
}
