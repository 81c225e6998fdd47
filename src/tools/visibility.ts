import { type Capability, mayReachNetwork } from '../protocol/tool-call.ts';
import type { Tool } from './tool.ts';

export type ToolProfile = 'minimal' | 'messaging' | 'coding' | 'full';

/** What decides which tools a model sees; values from configuration. */
export interface ToolPolicy {
  readonly profile: ToolProfile;
  readonly allow: readonly string[];
  readonly alsoAllow: readonly string[];
  readonly deny: readonly string[];
  readonly execEnabled: boolean;
  readonly networkPolicy: 'deny' | 'restricted' | 'allow';
}

export interface Visibility {
  readonly visible: boolean;
  /** The rule that decided, e.g. `tools.deny` or `profile minimal`. */
  readonly rule: string;
}

const MINIMAL: readonly Capability[] = [
  'fs.read',
  'message.ask',
  'memory.read',
  'knowledge.read',
  'skill.read',
  'media.read',
  'session.read',
];
const MESSAGING: readonly Capability[] = [
  ...MINIMAL,
  'message.send',
  'memory.write',
  'media.generate',
];
const CODING: readonly Capability[] = [
  ...MESSAGING,
  'fs.write',
  'process.exec',
  'process.manage',
  'code.exec',
  'task.write',
  'workflow.write',
  'agent.delegate',
];

/** What a tool may be able to do in each profile; `full` has no bounds of its own. */
const PROFILES: Readonly<Record<Exclude<ToolProfile, 'full'>, ReadonlySet<Capability>>> = {
  minimal: new Set(MINIMAL),
  messaging: new Set(MESSAGING),
  coding: new Set(CODING),
};

export const NETWORK_RULE = 'network policy deny';

/** Whether a worker that is held to some tools may use this one, by name or alias. */
export function mayUse({ name, aliases = [] }: Tool, allowed: ReadonlySet<string> | undefined) {
  return allowed === undefined || [name, ...aliases].some((known) => allowed.has(known));
}

/** Whether a tool is shown, and by which rule. Pure; the rules are read from the top. */
export function visibilityOf(tool: Tool, policy: ToolPolicy): Visibility {
  const { name, capabilities } = tool;
  const named = [name, ...(tool.aliases ?? [])];
  const isIn = (list: readonly string[]) => named.some((candidate) => list.includes(candidate));
  if (isIn(policy.deny)) return hidden('tools.deny');
  if (!policy.execEnabled && runsPrograms(capabilities)) return hidden('tools.exec.enabled: false');
  if (policy.networkPolicy === 'deny' && mayReachNetwork(capabilities)) return hidden(NETWORK_RULE);
  if (policy.allow.length > 0 && !isIn(policy.allow) && !isIn(policy.alsoAllow))
    return hidden('tools.allow');
  if (isIn(policy.alsoAllow)) return shown('tools.alsoAllow');
  if (isIn(policy.allow)) return shown('tools.allow');
  const { profile } = policy;
  return inProfile(capabilities, profile)
    ? shown(`profile ${profile}`)
    : hidden(`profile ${profile}`);
}

function runsPrograms(capabilities: readonly Capability[]): boolean {
  return capabilities.some((capability) =>
    ['process.exec', 'process.manage', 'code.exec'].includes(capability),
  );
}

function inProfile(capabilities: readonly Capability[], profile: ToolProfile): boolean {
  if (profile === 'full') return true;
  return (
    capabilities.length > 0 && capabilities.every((capability) => PROFILES[profile].has(capability))
  );
}

function hidden(rule: string): Visibility {
  return { visible: false, rule };
}

function shown(rule: string): Visibility {
  return { visible: true, rule };
}
