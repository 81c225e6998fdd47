import data from './presets.json' with { type: 'json' };

/** What is known of a provider that people use, so that a key is all they have to give. */
export interface Preset {
  readonly title: string;
  /** The adapter that speaks its wire. */
  readonly type: string;
  /** Environment variables in which its users keep the key, the usual one first. */
  readonly keyVariables: readonly string[];
  /** Absent where each account has its own names. */
  readonly defaultModel?: string;
  /** Runs on a machine of the user's and costs nothing. */
  readonly local?: boolean;
  /** Tokens by the beginning of a model's name; the longest that fits counts. */
  readonly contextWindows?: Readonly<Record<string, number>>;
  /** An address to go by, where there are several or each account has its own. */
  readonly baseUrlExample?: string;
  /** Defaults of the adapter's settings. */
  readonly settings?: {
    readonly baseUrl?: string;
    readonly apiKeyHeader?: string;
    readonly replayReasoning?: string;
    readonly firstTokenTimeout?: number;
  };
}

export const presets: Readonly<Record<string, Preset>> = data;

/** The only provider that is always there; it needs no preset. */
export const OFFLINE = 'offline';

export function findPreset(name: string): Preset | undefined {
  return Object.hasOwn(presets, name) ? presets[name] : undefined;
}

/** The preset of an adapter that speaks to one provider only. */
export function presetOfType(type: string): string | undefined {
  const found = Object.entries(presets).filter(([, preset]) => preset.type === type);
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/**
 * Tokens that a model's window holds: by the provider's own list, else by the name alone, since gateways and clouds
 * serve the same models under longer names.
 */
export function knownContextWindow(preset: Preset | undefined, model: string): number | undefined {
  const own = longestMatch(preset?.contextWindows ?? {}, model);
  if (own !== undefined || preset?.local === true) return own;
  const others = Object.values(presets).filter(({ local }) => local !== true);
  const all = Object.assign({}, ...others.map(({ contextWindows }) => contextWindows ?? {}));
  return longestMatch(all, model.slice(model.lastIndexOf('/') + 1));
}

function longestMatch(windows: Readonly<Record<string, number>>, model: string) {
  const name = fold(model);
  const [best] = Object.keys(windows)
    .filter((prefix) => name.startsWith(fold(prefix)))
    .toSorted((a, b) => b.length - a.length);
  return best === undefined ? undefined : windows[best];
}

/** The same model is `claude-sonnet-4.5` here and `anthropic.claude-sonnet-4-5` there. */
function fold(name: string): string {
  return name
    .toLowerCase()
    .replace(/^(?:[a-z]{2}\.)?[a-z]+\.(?=[a-z])/, '')
    .replaceAll('.', '-');
}
