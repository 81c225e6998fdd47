import type { AgentError } from '../../base/errors.ts';
import type { AdapterConfig, Config } from '../../config/schema.ts';
import { providerSettings } from '../../models/index.ts';
import type { ModelProviderDefinition } from '../../models/model-provider.ts';
import { isProviderSettings, type ProviderSection } from '../../models/provider-section.ts';
import { describeError } from '../../protocol/catalogue.ts';
import { absentAdapter, guardAdapter } from './guard-adapter.ts';
import { noAdapter, settingsRefused } from './plugin-problems.ts';

/** A section of `providers`. One whose type nobody gives stays, and no model of it answers. */
export type SectionInUse = ProviderSection & { readonly enabled: boolean };
export type SectionsInUse = Readonly<Record<string, SectionInUse>>;

type KeepOut = (problem: AgentError, module: string) => void;
type Adapters = Readonly<Record<string, ModelProviderDefinition>>;

/** Checks the sections that configuration had to leave to plug-ins, and gives each its adapter. */
export function withAdapters(
  { providers: sections }: Pick<Config, 'providers'>,
  adapters: Adapters,
  keepOut: KeepOut,
): SectionsInUse {
  const entries = Object.entries(sections).map(([name, section]) => {
    const isOurs = Object.hasOwn(providerSettings, section.type);
    if (isOurs || !section.enabled) return [name, section] as const;
    const found = findAdapter(name, section, adapters);
    if (found.problem !== undefined) keepOut(found.problem, `providers.${name}`);
    const { type, enabled } = section;
    return [name, { type, enabled, ...inUse(found) }] as const;
  });
  return Object.fromEntries(entries);
}

type Found =
  | {
      readonly adapter: ModelProviderDefinition;
      readonly settings: object;
      readonly problem?: undefined;
    }
  | { readonly problem: AgentError };

function findAdapter(name: string, section: AdapterConfig, adapters: Adapters): Found {
  const { type } = section;
  const adapter = Object.hasOwn(adapters, type) ? adapters[type] : undefined;
  if (adapter === undefined) return { problem: noAdapter(name, type) };
  const settings = checked(adapter, section.settings);
  if (typeof settings === 'string') return { problem: settingsRefused(name, settings) };
  return { adapter, settings };
}

function inUse(found: Found): Pick<ProviderSection, 'adapter' | 'settings'> {
  if (found.problem === undefined) {
    return { adapter: guardAdapter(found.adapter), settings: found.settings };
  }
  return { adapter: absentAdapter(describeError(found.problem, 'en')), settings: {} };
}

/** What the adapter's schema makes of them, or what it has against them. */
function checked({ settings: schema }: ModelProviderDefinition, given: unknown): object | string {
  try {
    const result = schema.safeParse(given);
    if (!result.success) {
      const [issue] = result.error.issues;
      return [...(issue?.path ?? []).map(String), issue?.message ?? ''].join(': ');
    }
    return isProviderSettings(result.data)
      ? result.data
      : 'preset, apiKey, apiKeys, models or requestsPerMinute';
  } catch {
    return 'its schema fails';
  }
}
