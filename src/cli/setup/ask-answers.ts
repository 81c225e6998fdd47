import { findPreset, OFFLINE, type Preset, presets } from '../../models/presets.ts';
import type { Say } from '../actions/begin.ts';
import type { CliSettings } from '../cli-deps.ts';
import {
  type KeyPlace,
  NETWORK_POLICIES,
  type NetworkPolicy,
  type SetupAnswers,
} from './answers.ts';
import type { Asker } from './asker.ts';

export interface DialogueDeps {
  readonly asker: Asker;
  readonly say: Say;
  /** What holds now; undefined where the configuration cannot be read. */
  readonly settings: CliSettings;
  getVariable(name: string): string | undefined;
  /** Puts a typed key where only its owner can read it. */
  keepKey(key: string, provider: string): Promise<KeyPlace>;
}

const KEEP = 'keep';

/** Asks for whatever the flags have not answered. Undefined when the person leaves. */
export async function askAnswers(
  deps: DialogueDeps,
  given: SetupAnswers,
): Promise<SetupAnswers | undefined> {
  const model = given.provider === undefined ? await askModel(deps, given) : given;
  if (model === undefined) return undefined;
  const workspace = given.workspace ?? (await askWorkspace(deps));
  if (workspace === undefined) return undefined;
  const networkPolicy = given.networkPolicy ?? (await askNetwork(deps));
  if (networkPolicy === undefined) return undefined;
  return { ...model, ...changed(deps.settings, { workspace, networkPolicy }) };
}

/** Only what differs from what holds, so that answering with what is there changes nothing. */
function changed(
  { config, workspace: now }: CliSettings,
  answers: { workspace: string; networkPolicy: NetworkPolicy },
): SetupAnswers {
  const { workspace, networkPolicy } = answers;
  return {
    ...(workspace !== now && { workspace }),
    ...(networkPolicy !== config.execution.networkPolicy && { networkPolicy }),
  };
}

async function askModel(
  { asker, say, settings, getVariable, keepKey }: DialogueDeps,
  given: SetupAnswers,
): Promise<SetupAnswers | undefined> {
  const current = settings.config.models.default;
  const provider = await asker.select(say('cli.setup.provider'), [
    { value: KEEP, label: say('cli.setup.keep'), hint: current ?? say('cli.setup.automatic') },
    { value: OFFLINE, label: say('cli.setup.offline'), hint: say('cli.setup.offline_hint') },
    ...Object.entries(presets).map(([value, { title }]) => ({ value, label: title })),
  ]);
  if (provider === undefined) return undefined;
  if (provider === KEEP) return given;
  const preset = findPreset(provider);
  if (preset === undefined) return { ...given, provider };

  const address = await askAddress({ asker, say }, preset, given.baseUrl);
  if (address === undefined) return undefined;
  const key = given.key ?? (await askKey({ asker, say, getVariable, keepKey }, provider, preset));
  if (key === undefined) return undefined;
  const model = given.model ?? (await askModelName({ asker, say }, preset));
  if (model === undefined) return undefined;
  return {
    ...given,
    provider,
    model,
    ...(key !== NO_KEY && { key }),
    ...(address !== '' && { baseUrl: address }),
  };
}

/** Needed where the preset knows none; empty when its own is right. */
async function askAddress(
  { asker, say }: Pick<DialogueDeps, 'asker' | 'say'>,
  { settings, baseUrlExample = '', local = false }: Preset,
  given: string | undefined,
): Promise<string | undefined> {
  const known = settings?.baseUrl;
  if (given !== undefined) return given;
  if (known !== undefined && baseUrlExample === '' && !local) return '';
  const question = say('cli.setup.address', { example: known ?? baseUrlExample });
  const answer = await asker.text(question, {
    ...(known !== undefined && { initial: known }),
    refuse: (url) => (URL.canParse(url) ? undefined : say('cli.setup.no_url')),
  });
  return answer === known ? '' : answer;
}

const NO_KEY = 'none';

async function askKey(
  { asker, say, getVariable, keepKey }: Omit<DialogueDeps, 'settings'>,
  provider: string,
  { keyVariables, local = false }: Preset,
): Promise<KeyPlace | typeof NO_KEY | undefined> {
  const set = keyVariables.find((name) => (getVariable(name) ?? '').trim() !== '');
  const [usual = `${provider.toUpperCase()}_API_KEY`] = keyVariables;
  const name = set ?? usual;
  const choice = await asker.select(say('cli.setup.key'), [
    ...(local ? [{ value: NO_KEY, label: say('cli.setup.key_none') } as const] : []),
    {
      value: 'variable',
      label: say('cli.setup.key_variable', { name }),
      hint: say(set === undefined ? 'cli.setup.variable_unset' : 'cli.setup.variable_set'),
    },
    { value: 'typed', label: say('cli.setup.key_typed'), hint: say('cli.setup.key_typed_hint') },
  ]);
  if (choice === undefined || choice === NO_KEY) return choice;
  if (choice === 'variable') return { kind: 'variable', name };
  const key = (await asker.secret(say('cli.setup.key_type')))?.trim();
  return key === undefined || key === '' ? undefined : keepKey(key, provider);
}

function askModelName(
  { asker, say }: Pick<DialogueDeps, 'asker' | 'say'>,
  { defaultModel }: Preset,
): Promise<string | undefined> {
  return asker.text(say('cli.setup.model'), {
    ...(defaultModel !== undefined && { initial: defaultModel }),
    refuse: (name) => (/^\S+$/.test(name) ? undefined : say('cli.setup.no_model')),
  });
}

function askWorkspace({ asker, say, settings }: DialogueDeps): Promise<string | undefined> {
  return asker.text(say('cli.setup.workspace'), { initial: settings.workspace });
}

function askNetwork({ asker, say, settings }: DialogueDeps): Promise<NetworkPolicy | undefined> {
  const now = settings.config.execution.networkPolicy;
  const ordered = [now, ...NETWORK_POLICIES.filter((policy) => policy !== now)];
  return asker.select(
    say('cli.setup.network'),
    ordered.map((value) => ({ value, label: value, hint: say(`cli.setup.network_${value}`) })),
  );
}
