import type { ToolDefinition } from '../models/model-provider.ts';
import type { StageDeps } from './call.ts';
import type { Caller, ToolPipeline, ToolView } from './pipeline-contract.ts';
import type { Tool } from './tool.ts';
import { type ToolPolicy, visibilityOf } from './visibility.ts';

type ToolViews = Pick<ToolPipeline, 'definitions' | 'views' | 'absent'>;

/** Kinds of callers are few; this only bounds what strange channels could make of them. */
const MOST_KINDS = 256;

/** What callers are shown. Made once for each kind of caller, until a tool or its readiness changes. */
export function createToolViews({ registry, policy, board, breaker }: StageDeps): ToolViews {
  const shown = new Map<string, readonly ToolDefinition[]>();
  let madeFor = '';

  async function definitions(caller: Caller): Promise<readonly ToolDefinition[]> {
    await board.settled();
    const now = `${registry.version} ${board.version}`;
    if (madeFor !== now || shown.size >= MOST_KINDS) shown.clear();
    madeFor = now;
    const kind = kindOf(caller);
    const known = shown.get(kind);
    if (known !== undefined) return known;
    const made = offered(caller);
    shown.set(kind, made);
    return made;
  }

  function offered(caller: Caller): readonly ToolDefinition[] {
    return registry.tools
      .filter(({ tool }) => visibilityOf(tool, policy, caller).visible && board.known(tool).ready)
      .map(({ definition }) => definition);
  }

  function viewOf(tool: Tool, caller: Caller, rules: ToolPolicy): ToolView {
    const readiness = board.known(tool);
    const reason = readiness.ready ? breaker.whyClosedOff(tool.name) : readiness.reason;
    return {
      name: tool.name,
      ...visibilityOf(tool, rules, caller),
      ready: reason === undefined,
      ...(reason !== undefined && { reason }),
    };
  }

  return {
    definitions,

    async views(caller, { profile } = {}) {
      await board.settled();
      const rules = profile === undefined ? policy : withProfile(policy, caller.channel, profile);
      return registry.tools.map(({ tool }) => viewOf(tool, caller, rules));
    },

    absent: () => [
      ...registry.rejected.map((each) => ({ ...each, why: 'rejected' as const })),
      ...registry.switchedOff.map((each) => ({ ...each, why: 'switched_off' as const })),
    ],
  };
}

/** Everything about a caller that visibility goes by. */
function kindOf({ channel, isOwner, canAsk, allowedTools }: Caller): string {
  const held = allowedTools === undefined ? '' : [...allowedTools].toSorted().join(' ');
  return [channel, isOwner, canAsk, allowedTools !== undefined, held].join('\n');
}

/** As it would be with another profile, also where the channel says one. */
function withProfile(policy: ToolPolicy, channel: string, profile: ToolPolicy['profile']) {
  const { [channel]: own, ...others } = policy.channels;
  const { profile: _, ...rest } = own ?? {};
  return { ...policy, profile, channels: { ...others, [channel]: rest } };
}
