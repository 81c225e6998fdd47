import { parseModelReference } from './model-reference.ts';
import { findPreset } from './presets.ts';
import { type ProviderSection, type ReadVariable, resolveSection } from './provider-section.ts';

/** Where a model that makes pictures or speech is reached, over the interface of OpenAI. */
export interface MediaEndpoint {
  /** `provider/model`. */
  readonly reference: string;
  /** The provider's own name of the model. */
  readonly model: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly queryParams: Readonly<Record<string, string>>;
  /** Header that carries the bare key, instead of `Authorization: Bearer`. */
  readonly keyHeader?: string | undefined;
}

export interface FoundEndpoint {
  readonly endpoint: MediaEndpoint;
  /** Apart from the endpoint, so that it goes only where it is needed. */
  readonly apiKey?: string | undefined;
}

/** What of a provider's section matters here. */
interface Reach {
  readonly baseUrl?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly queryParams?: Readonly<Record<string, string>>;
  readonly apiKeyHeader?: string | undefined;
}

const SPEAKS_OPENAI = ['openai', 'openai-compatible'];

/** The endpoint of `provider/model`; a sentence on what to do where there is none. */
export function findMediaEndpoint(
  reference: string,
  {
    sections,
    readVariable,
  }: {
    readonly sections: Readonly<Record<string, ProviderSection>>;
    readonly readVariable: ReadVariable;
  },
): FoundEndpoint | string {
  const { provider = '', model = '' } = parseModelReference(reference) ?? {};
  const section = Object.hasOwn(sections, provider) ? sections[provider] : presetSection(provider);
  if (section === undefined) return `There is no provider ${provider}: add providers.${provider}.`;
  if (!SPEAKS_OPENAI.includes(section.type)) {
    return `${provider} has no such models here: choose one of a provider of type openai or openai-compatible.`;
  }
  const { settings, credentials, preset } = resolveSection(provider, section, readVariable);
  const { baseUrl, headers = {}, queryParams = {}, apiKeyHeader } = settings as Reach;
  const [apiKey] = credentials;
  if (apiKey === undefined && preset !== undefined && preset.local !== true) {
    return `There is no key for ${provider}: set providers.${provider}.apiKey.`;
  }
  const address = (baseUrl ?? OPENAI).replace(/\/+$/, '');
  return {
    endpoint: { reference, model, baseUrl: address, headers, queryParams, keyHeader: apiKeyHeader },
    apiKey,
  };
}

const OPENAI = 'https://api.openai.com/v1';

/** A provider that people know needs no section: its key may stand in the environment. */
function presetSection(name: string): ProviderSection | undefined {
  const preset = findPreset(name);
  return preset && { type: preset.type, settings: {} };
}
