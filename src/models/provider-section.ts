import { z } from 'zod';
import { AgentError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import type { ModelProviderDefinition } from './model-provider.ts';
import { findPreset, type Preset, presetOfType, presets } from './presets.ts';
import { type CommonSettings, Price } from './shared/settings.ts';

/** One section of `providers`, as configuration hands it over: checked by the adapter's own schema. */
export interface ProviderSection {
  readonly type: string;
  readonly settings: unknown;
  /** From a plug-in, where the type is none of ours. */
  readonly adapter?: ModelProviderDefinition;
}

/** A section with its preset's defaults filled in and its keys found. */
export interface ResolvedSection {
  readonly name: string;
  readonly type: string;
  readonly settings: Partial<CommonSettings>;
  readonly credentials: readonly string[];
  readonly preset?: Preset;
  /** By which the price list knows the provider. */
  readonly priceList: string;
  readonly adapter?: ModelProviderDefinition;
}

export type ReadVariable = (name: string) => string | undefined;

/** Throws `invalid_config` for a preset that does not exist and for an address that is missing. */
export function resolveSection(
  name: string,
  section: ProviderSection,
  readVariable: ReadVariable,
): ResolvedSection {
  // The adapter's schema has checked it; every adapter's settings hold these, and may hold less.
  const own = section.settings as Partial<CommonSettings>;
  const presetName = own.preset ?? (findPreset(name) ? name : presetOfType(section.type));
  const found = presetName === undefined ? undefined : findPreset(presetName);
  if (own.preset !== undefined && found === undefined) throw unknownPreset(name, own.preset);
  const preset = found?.type === section.type ? found : undefined;
  const settings = { ...preset?.settings, ...withoutUndefined(own) };
  if (section.type === 'openai-compatible' && settings.baseUrl === undefined) {
    throw missingAddress(name, preset);
  }
  return {
    name,
    type: section.type,
    settings,
    credentials: credentialsOf(own, preset, readVariable),
    priceList: presetName ?? section.type,
    ...(preset !== undefined && { preset }),
    ...(section.adapter !== undefined && { adapter: section.adapter }),
  };
}

/** What is read of the settings here, whatever else the schema of a plug-in allows. */
const SettingsInUse = z.looseObject({
  preset: z.undefined().optional(),
  apiKey: z.string().optional(),
  apiKeys: z.array(z.string()).optional(),
  requestsPerMinute: z.int().positive().optional(),
  models: z
    .record(
      z.string(),
      z.looseObject({
        contextWindow: z.int().positive().optional(),
        maxOutputTokens: z.int().positive().optional(),
        price: Price.optional(),
      }),
    )
    .optional(),
});

/** Whether settings that a schema of others made can be read as ours are. */
export function isProviderSettings(settings: unknown): settings is Partial<CommonSettings> {
  return SettingsInUse.safeParse(settings).success;
}

function credentialsOf(
  { apiKey, apiKeys }: Partial<CommonSettings>,
  preset: Preset | undefined,
  readVariable: ReadVariable,
): readonly string[] {
  const configured = [...(apiKey === undefined ? [] : [apiKey]), ...(apiKeys ?? [])];
  // A key that was read from a file ends with a line break, which no header may hold.
  if (configured.length > 0) return configured.map((key) => key.trim());
  const found = firstVariable(preset?.keyVariables ?? [], readVariable);
  return found === undefined ? [] : [found.value];
}

/** The first of some environment variables that is set to something. */
export function firstVariable(names: readonly string[], readVariable: ReadVariable) {
  for (const name of names) {
    const value = readVariable(name)?.trim();
    if (value !== undefined && value !== '') return { name, value };
  }
  return undefined;
}

function withoutUndefined(settings: Partial<CommonSettings>): Partial<CommonSettings> {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

function unknownPreset(section: string, preset: string): AgentError {
  const near = nearest(preset, Object.keys(presets)) ?? Object.keys(presets).join(', ');
  return new AgentError('invalid_config', `providers.${section}.preset "${preset}" is unknown.`, {
    messageId: 'model.preset_unknown',
    values: { section, preset, near },
  });
}

function missingAddress(section: string, preset: Preset | undefined): AgentError {
  const example = preset?.baseUrlExample ?? 'http://127.0.0.1:8000/v1';
  return new AgentError('invalid_config', `providers.${section}.baseUrl is missing.`, {
    messageId: 'model.base_url_missing',
    values: { section, example },
  });
}
