import type { ConfigChange } from '../../config/update-config-file.ts';
import { findPreset, OFFLINE } from '../../models/presets.ts';

export const NETWORK_POLICIES = ['deny', 'restricted', 'allow'] as const;
export type NetworkPolicy = (typeof NETWORK_POLICIES)[number];

/** Where the key of a provider is; the key itself is never part of the configuration. */
export type KeyPlace =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string };

/** What is to change; what is absent stays as it is. */
export interface SetupAnswers {
  /** The name of a preset, or `offline`. */
  readonly provider?: string;
  /** The provider's own name of the model. */
  readonly model?: string;
  readonly key?: KeyPlace;
  readonly baseUrl?: string;
  readonly workspace?: string;
  readonly networkPolicy?: NetworkPolicy;
}

/** The same, as the command line says it. */
export interface SetupFlags {
  readonly provider?: string;
  readonly model?: string;
  readonly keyVariable?: string;
  readonly keyFile?: string;
  readonly baseUrl?: string;
  readonly networkPolicy?: NetworkPolicy;
  readonly yes?: boolean;
}

export function changesFor(answers: SetupAnswers): ConfigChange[] {
  const { workspace, networkPolicy } = answers;
  return [
    ...modelChanges(answers),
    ...(workspace === undefined ? [] : [{ path: 'workspace.path', value: workspace }]),
    ...(networkPolicy === undefined
      ? []
      : [{ path: 'execution.networkPolicy', value: networkPolicy }]),
  ];
}

function modelChanges({ provider, model, key, baseUrl }: SetupAnswers): ConfigChange[] {
  if (provider === undefined) return [];
  if (provider === OFFLINE) return [{ path: 'models.default', value: 'offline/offline' }];
  const preset = findPreset(provider);
  const name = model ?? preset?.defaultModel;
  const apiKey = key && referenceTo(key, preset?.keyVariables ?? []);
  return [
    ...(name === undefined ? [] : [{ path: 'models.default', value: `${provider}/${name}` }]),
    ...(apiKey === undefined ? [] : [{ path: `providers.${provider}.apiKey`, value: apiKey }]),
    ...(baseUrl === undefined ? [] : [{ path: `providers.${provider}.baseUrl`, value: baseUrl }]),
  ];
}

/** A provider's usual variable is found without being named. */
function referenceTo(key: KeyPlace, usual: readonly string[]): string | undefined {
  if (key.kind === 'file') return `\${file:${key.path}}`;
  return usual.includes(key.name) ? undefined : `\${${key.name}}`;
}
