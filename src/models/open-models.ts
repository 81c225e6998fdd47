import { AgentError } from '../base/errors.ts';
import { type Choice, chooseModel } from './automatic-choice.ts';
import { checkReferences } from './check-references.ts';
import { providers } from './index.ts';
import type { ModelProviderDefinition, ModelProviderDeps } from './model-provider.ts';
import { findPreset, knownContextWindow, OFFLINE } from './presets.ts';
import { costOf, listPrice } from './price-table.ts';
import {
  type ProviderSection,
  type ReadVariable,
  type ResolvedSection,
  resolveSection,
} from './provider-section.ts';
import { providerSettings } from './provider-settings.ts';
import { createModelRouter } from './router.ts';
import type { ModelRouter } from './router-contract.ts';
import { DEFAULT_ROUTER_SETTINGS, type RoutedProvider, type RouterDeps } from './router-deps.ts';

/** What configuration says about models. */
export interface ModelsConfig {
  /** Those that are switched on. */
  readonly sections: Readonly<Record<string, ProviderSection>>;
  /** Names of those that are switched off. */
  readonly disabled?: readonly string[];
  readonly default?: string | undefined;
  readonly routes: Readonly<Record<string, readonly string[]>>;
  readonly fallback: readonly string[];
  readonly settings?: Partial<RouterDeps['settings']>;
}

export interface ModelsDeps extends ModelProviderDeps {
  readonly random: () => number;
  readonly readVariable: ReadVariable;
  probeOllama(): Promise<readonly string[] | undefined>;
}

export interface OpenModels {
  readonly router: ModelRouter;
  /** What was chosen where the configuration left it open, and why. */
  readonly choice: Choice;
}

/**
 * Puts the router together from the configuration. Loads no adapter and makes no request, but for the look at a local
 * Ollama when neither the configuration nor a key says which model to use. Throws `invalid_config`.
 */
export async function openModels(config: ModelsConfig, deps: ModelsDeps): Promise<OpenModels> {
  const { routes, fallback } = config;
  const choice = await chooseModel({
    sections: config.sections,
    references: [...Object.values(routes).flat(), ...fallback],
    readVariable: deps.readVariable,
    probeOllama: deps.probeOllama,
    ...(config.disabled !== undefined && { disabled: config.disabled }),
    ...(config.default !== undefined && { default: config.default }),
  });
  const sections = { ...config.sections, ...Object.fromEntries(choice.added.map(unconfigured)) };
  const resolved = Object.entries(sections).map(([name, section]) =>
    resolveSection(name, section, deps.readVariable),
  );
  checkReferences({
    references: referencesIn(config),
    known: Object.keys(sections),
    disabled: config.disabled ?? [],
  });
  const byName = new Map(resolved.map((section) => [section.name, section]));
  const router = createModelRouter({
    providers: Object.fromEntries(resolved.map((each) => [each.name, toRouted(each, deps)])),
    routes,
    fallback,
    default: choice.default,
    settings: { ...DEFAULT_ROUTER_SETTINGS, ...config.settings },
    clock: deps.clock,
    random: deps.random,
    priceOf(provider, model, usage) {
      const price = priceOf(byName.get(provider), model);
      // A provider that counts nothing has not said that it costs nothing.
      const counted = usage.inputTokens + usage.outputTokens > 0 || price === FREE;
      return price === undefined || !counted ? undefined : costOf(price, usage);
    },
  });
  return { router, choice };
}

function referencesIn({ default: model, routes, fallback }: ModelsConfig): [string, string][] {
  return [
    ...(model === undefined ? [] : [['models.default', model] as [string, string]]),
    ...Object.entries(routes).flatMap(([task, models]) =>
      models.map((each): [string, string] => [`models.routes.${task}`, each]),
    ),
    ...fallback.map((each): [string, string] => ['models.fallback', each]),
  ];
}

function unconfigured(name: string): [string, ProviderSection] {
  const type = name === OFFLINE ? OFFLINE : (findPreset(name)?.type ?? '');
  return [name, { type, settings: isAdapter(type) ? providerSettings[type].parse({}) : {} }];
}

function toRouted(section: ResolvedSection, deps: ModelProviderDeps): RoutedProvider {
  const { settings, preset } = section;
  return {
    async open() {
      const definition = section.adapter ?? (await ownAdapter(section));
      return definition.create(settings, deps);
    },
    credentials: section.credentials,
    models: Object.keys(settings.models ?? {}),
    contextWindow: (model) =>
      settings.models?.[model]?.contextWindow ?? knownContextWindow(preset, model),
    maxOutputTokens: (model) => settings.models?.[model]?.maxOutputTokens,
    ...(settings.requestsPerMinute !== undefined && {
      requestsPerMinute: settings.requestsPerMinute,
    }),
  };
}

async function ownAdapter(section: ResolvedSection): Promise<ModelProviderDefinition> {
  const { type } = section;
  if (!isAdapter(type)) throw unknownType(section);
  return providers[type]();
}

const FREE = { input: 0, output: 0 };

function priceOf(section: ResolvedSection | undefined, model: string) {
  if (section === undefined) return undefined;
  const own = section.settings.models?.[model]?.price;
  if (own !== undefined) return own;
  const free = section.type === OFFLINE || section.preset?.local === true;
  return free ? FREE : listPrice(section.priceList, model);
}

function isAdapter(type: string): type is keyof typeof providers {
  return Object.hasOwn(providers, type);
}

function unknownType({ name, type }: ResolvedSection): AgentError {
  return new AgentError('invalid_config', `providers.${name}.type "${type}" is unknown.`);
}
