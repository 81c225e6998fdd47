import type { Capability, IdempotencyClass, Risk } from '../protocol/tool-call.ts';
import type { AbsentTool, Caller, ToolPipeline } from '../tools/pipeline-contract.ts';
import { directCaller } from './direct-call.ts';
import type { ListedTool, ToolsQuestion, ToolsStatus } from './runtime-client.ts';
import type { UnknownName } from './unknown-names.ts';

/** Declaration and JSON Schema of a tool. */
export interface ToolFacts extends Readonly<Record<string, unknown>> {
  readonly description: string;
  readonly risk: Risk;
  readonly capabilities: readonly Capability[];
  readonly idempotency: IdempotencyClass;
}

interface ListDeps {
  readonly pipeline: Pick<ToolPipeline, 'views' | 'absent'>;
  readonly owner: string;
  describeTool(name: string): ToolFacts | undefined;
}

/** Every tool there is or could be, and why it is shown to this caller or not. */
export async function listTools(
  { pipeline, owner, describeTool }: ListDeps,
  { channel, principal, profile }: ToolsQuestion,
): Promise<readonly ListedTool[]> {
  const direct = directCaller(owner, { principal });
  const caller: Caller = { ...direct, channel: channel ?? direct.channel, canAsk: true };
  const views = await pipeline.views(caller, profile === undefined ? {} : { profile });
  const present = views.map((view) => {
    const { description = '', risk, capabilities, idempotency } = describeTool(view.name) ?? {};
    return {
      ...view,
      description,
      registered: true,
      ...(risk !== undefined && { risk }),
      ...(capabilities !== undefined && { capabilities }),
      ...(idempotency !== undefined && { idempotency }),
    };
  });
  return [...present, ...pipeline.absent().map(toListed)].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

function toListed({ name, why, reason }: AbsentTool): ListedTool {
  const rule = why === 'switched_off' ? reason : 'refused';
  return { name, visible: false, rule, ready: false, reason, registered: false, description: '' };
}

interface StatusDeps {
  readonly pipeline: Pick<ToolPipeline, 'views' | 'absent'>;
  readonly owner: string;
  unknownNames(): readonly UnknownName[];
}

/** Which tools can work on this machine now, whoever calls, and how many of them the owner is shown. */
export async function toolsStatus({
  pipeline,
  owner,
  unknownNames,
}: StatusDeps): Promise<ToolsStatus> {
  const views = await pipeline.views({ ...directCaller(owner, {}), canAsk: true });
  const notReady = views.flatMap(({ name, reason, visible }) =>
    reason === undefined ? [] : [{ name, reason, wanted: visible }],
  );
  const rejected = pipeline.absent().filter(({ why }) => why === 'rejected');
  return {
    ready: views.filter(({ ready, visible }) => ready && visible).length,
    hidden: views.filter(({ visible }) => !visible).length,
    notReady,
    rejected: rejected.map(({ name, reason }) => ({ name, reason })),
    unknownNames: unknownNames(),
  };
}
