import type { MessageId, MessageValues } from '../protocol/catalogue.ts';
import { parseModelReference } from './model-reference.ts';
import { findPreset, OFFLINE, presets } from './presets.ts';
import { firstVariable, type ProviderSection, type ReadVariable } from './provider-section.ts';
import type { CommonSettings } from './shared/settings.ts';

export interface ChoiceInput {
  /** The provider sections that are switched on, in the order of the file. */
  readonly sections: Readonly<Record<string, ProviderSection>>;
  /** Sections that are switched off: no preset takes their place. */
  readonly disabled?: readonly string[];
  /** `models.default`. */
  readonly default?: string;
  /** Every other `provider/model` that the configuration names. */
  readonly references: readonly string[];
  readonly readVariable: ReadVariable;
  /** The chat models of a local Ollama; undefined when none answers. Asked only when nothing else is there. */
  probeOllama(): Promise<readonly string[] | undefined>;
}

export interface Choice {
  /** `provider/model`. */
  readonly default: string;
  /** Presets and the offline model that are sections without being configured. */
  readonly added: readonly string[];
  /** Why, as a text for people. */
  readonly reason: { readonly messageId: MessageId; readonly values: MessageValues };
}

const OFFLINE_MODEL = `${OFFLINE}/${OFFLINE}`;

/** Why a choice cannot answer yet. */
export const NO_KEY = 'model.choice.no_key';

/** Whose key counts first, where nothing is configured. */
const KEYED = ['anthropic', 'openai', 'gemini', 'deepseek', 'openrouter'] as const;

/** Which model is used when the configuration does not say, or says only part of it. */
export async function chooseModel(input: ChoiceInput): Promise<Choice> {
  const chosen = (await fromConfiguration(input)) ?? fromKeys(input) ?? (await fromOllama(input));
  const { model, ...reason } = chosen ?? {
    model: OFFLINE_MODEL,
    messageId: 'model.choice.offline' as const,
    values: {},
  };
  return { default: model, added: addedSections(input, model), reason };
}

/** What the configuration names, and what a key is there for, so that people can switch to it. */
function addedSections(input: ChoiceInput, model: string): readonly string[] {
  const { sections, disabled = [], references, readVariable } = input;
  const named = [model, ...references].flatMap(
    (reference) => parseModelReference(reference)?.provider ?? [],
  );
  const keyed = Object.keys(presets).filter(
    (name) => firstVariable(presets[name]?.keyVariables ?? [], readVariable) !== undefined,
  );
  return [...new Set([...named, OFFLINE, ...keyed])].filter((name) => {
    const known = name === OFFLINE || findPreset(name) !== undefined;
    return known && !Object.hasOwn(sections, name) && !disabled.includes(name);
  });
}

interface Chosen {
  readonly model: string;
  readonly messageId: MessageId;
  readonly values: MessageValues;
}

async function fromConfiguration(input: ChoiceInput): Promise<Chosen | undefined> {
  const { default: model, sections } = input;
  if (model !== undefined) {
    const variable = missingKey(model, input);
    return variable === undefined
      ? { model, messageId: 'model.choice.configured', values: { model } }
      : { model, messageId: NO_KEY, values: { model, variable } };
  }
  for (const [name, section] of Object.entries(sections)) {
    const first = firstModelOf(name, section);
    if (first === undefined) continue;
    const found = `${name}/${first}`;
    return {
      model: found,
      messageId: 'model.choice.section',
      values: { section: name, model: found },
    };
  }
  const [section] = Object.keys(sections);
  if (section === undefined) return undefined;
  return { model: OFFLINE_MODEL, messageId: 'model.choice.no_default', values: { section } };
}

/** The usual variable of a provider that cannot answer without a key, when none is anywhere. */
function missingKey(model: string, { sections, readVariable }: ChoiceInput): string | undefined {
  const provider = parseModelReference(model)?.provider ?? '';
  const { keyVariables = [], local = false } = findPreset(provider) ?? {};
  const own = Object.hasOwn(sections, provider) ? sections[provider]?.settings : undefined;
  if (local || hasAccess((own ?? {}) as Partial<CommonSettings>)) return undefined;
  return firstVariable(keyVariables, readVariable) === undefined ? keyVariables[0] : undefined;
}

/** Whether a section brings a key, or leads to a place of its own that may need none. */
function hasAccess({ apiKey, apiKeys, headers, baseUrl, preset }: Partial<CommonSettings>) {
  const keyed = apiKey !== undefined || (apiKeys ?? []).length > 0;
  return keyed || Object.keys(headers ?? {}).length > 0 || (baseUrl ?? preset) !== undefined;
}

function firstModelOf(name: string, { type, settings }: ProviderSection): string | undefined {
  if (type === OFFLINE) return OFFLINE;
  const { preset, models } = settings as Partial<CommonSettings>;
  return Object.keys(models ?? {})[0] ?? findPreset(preset ?? name)?.defaultModel;
}

function fromKeys({ readVariable }: ChoiceInput): Chosen | undefined {
  for (const name of KEYED) {
    const preset = findPreset(name);
    const [usual = ''] = preset?.keyVariables ?? [];
    if (firstVariable([usual], readVariable) === undefined) continue;
    const model = `${name}/${preset?.defaultModel}`;
    return { model, messageId: 'model.choice.key', values: { variable: usual, model } };
  }
  return undefined;
}

async function fromOllama({ probeOllama }: ChoiceInput): Promise<Chosen | undefined> {
  const [first] = (await probeOllama()) ?? [];
  if (first === undefined) return undefined;
  const model = `ollama/${first}`;
  return { model, messageId: 'model.choice.ollama', values: { model } };
}
