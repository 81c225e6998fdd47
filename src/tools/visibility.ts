import { mayReachNetwork } from '../protocol/tool-call.ts';
import type { Caller } from './pipeline-contract.ts';
import { findRemoval, type SecurityProfile } from './security-profiles.ts';
import type { Tool } from './tool.ts';
import { POWERS_OF, type Power, powersOf, type ToolProfile } from './tool-profiles.ts';

/** The part of the policy that a channel may say for itself. */
export interface ToolLists {
  readonly profile: ToolProfile;
  readonly allow: readonly string[];
  readonly alsoAllow: readonly string[];
  readonly deny: readonly string[];
}

/** What decides which tools a model sees; values from configuration. */
export interface ToolPolicy extends ToolLists {
  readonly securityProfile: SecurityProfile;
  readonly networkPolicy: 'deny' | 'restricted' | 'allow';
  /** By the name of the channel. What one says stands in the place of what is said for all; `deny` adds up. */
  readonly channels: Readonly<Record<string, ChannelLists>>;
}

type ChannelLists = { readonly [Key in keyof ToolLists]?: ToolLists[Key] | undefined };

/** For whom it is asked. */
export type Viewer = Pick<Caller, 'channel' | 'isOwner' | 'canAsk' | 'allowedTools'>;

export interface Visibility {
  readonly visible: boolean;
  /** The rule that decided, e.g. `tools.deny` or `profile minimal`. */
  readonly rule: string;
  /** What the profile that hides the tool lacks of what it can do. */
  readonly lacks?: readonly Power[];
}

/** One row of the table: the first that knows the tool decides. */
export interface VisibilityRule {
  /** For the reference. */
  readonly says: string;
  decide(tool: Tool, view: View): Visibility | undefined;
}

interface View {
  readonly policy: ToolPolicy;
  readonly lists: ToolLists;
  readonly viewer: Viewer;
  readonly powers: readonly Power[];
  /** Where a list or profile is said: `tools`, or `channels.web.tools`. */
  sourceOf(key: keyof ToolLists): string;
}

export const NETWORK_RULE = 'network policy deny';
const WORKER_RULE = 'the worker may not use it';

export const VISIBILITY_RULES: readonly VisibilityRule[] = [
  {
    says: '`tools.deny` and `deny` of the channel hide, by name or alias.',
    decide(tool, { policy, viewer, lists }) {
      if (!isIn(tool, lists.deny)) return undefined;
      const everywhere = isIn(tool, policy.deny);
      return hidden(everywhere ? 'tools.deny' : `channels.${viewer.channel}.tools.deny`);
    },
  },
  {
    says: 'A worker sees its `allowedTools` and no other.',
    decide: (tool, { viewer }) =>
      mayUse(tool, viewer.allowedTools) ? undefined : hidden(WORKER_RULE),
  },
  {
    says: '`security.profile` hides what it removes from this caller.',
    decide(_, { policy, viewer, powers }) {
      const { securityProfile } = policy;
      const removed = findRemoval(powers, securityProfile, viewer);
      if (removed === undefined) return undefined;
      const { power, from } = removed;
      return hidden(`security profile ${securityProfile}: no ${power} for ${from}`);
    },
  },
  {
    says: '`execution.networkPolicy: deny` hides what may reach the network: `network.outbound`, `mcp.call`, nothing declared.',
    decide: ({ capabilities }, { policy }) =>
      policy.networkPolicy === 'deny' && mayReachNetwork(capabilities)
        ? hidden(NETWORK_RULE)
        : undefined,
  },
  {
    says: '`alsoAllow` shows.',
    decide: (tool, { lists, sourceOf }) =>
      isIn(tool, lists.alsoAllow) ? shown(`${sourceOf('alsoAllow')}.alsoAllow`) : undefined,
  },
  {
    says: '`allow`, when not empty, is the whole list: it shows what is in it and hides the rest.',
    decide(tool, { lists, sourceOf }) {
      if (lists.allow.length === 0) return undefined;
      return { visible: isIn(tool, lists.allow), rule: `${sourceOf('allow')}.allow` };
    },
  },
  {
    says: 'The profile shows a tool all of whose powers are in it, and hides every other.',
    decide(_, { lists, powers, sourceOf }) {
      const { profile } = lists;
      const source = sourceOf('profile');
      const rule = source === 'tools' ? `profile ${profile}` : `profile ${profile} of ${source}`;
      const lacks = powers.filter((power) => !POWERS_OF[profile].has(power));
      return lacks.length === 0 ? shown(rule) : { ...hidden(rule), lacks };
    },
  },
];

/**
 * Whether a tool is shown to this caller, and by which rule. Pure; the rules are read from the top. With `beyond` it
 * tells whether the tool may also use a power that only some of its calls need.
 */
export function visibilityOf(
  tool: Tool,
  policy: ToolPolicy,
  { beyond = [], ...viewer }: Viewer & { readonly beyond?: readonly Power[] },
): Visibility {
  const view = viewOf(policy, viewer, [...powersOf(tool), ...beyond]);
  for (const rule of VISIBILITY_RULES) {
    const decided = rule.decide(tool, view);
    if (decided !== undefined) return decided;
  }
  return hidden('no rule');
}

/** Whether a worker that is held to some tools may use this one, by name or alias. */
export function mayUse({ name, aliases = [] }: Tool, allowed: ReadonlySet<string> | undefined) {
  return allowed === undefined || [name, ...aliases].some((known) => allowed.has(known));
}

function viewOf(policy: ToolPolicy, viewer: Viewer, powers: readonly Power[]): View {
  const { channels, profile, allow, alsoAllow, deny } = policy;
  const own = Object.hasOwn(channels, viewer.channel) ? channels[viewer.channel] : undefined;
  return {
    policy,
    viewer,
    powers,
    lists: {
      profile: own?.profile ?? profile,
      allow: own?.allow ?? allow,
      alsoAllow: own?.alsoAllow ?? alsoAllow,
      deny: own?.deny === undefined ? deny : [...deny, ...own.deny],
    },
    sourceOf: (key) => (own?.[key] === undefined ? 'tools' : `channels.${viewer.channel}.tools`),
  };
}

function isIn({ name, aliases = [] }: Tool, list: readonly string[]): boolean {
  return list.includes(name) || aliases.some((alias) => list.includes(alias));
}

function hidden(rule: string): Visibility {
  return { visible: false, rule };
}

function shown(rule: string): Visibility {
  return { visible: true, rule };
}
