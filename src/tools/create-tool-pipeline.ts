import { beginCall, type Surroundings } from './begin-call.ts';
import type { Call, Stage, ToolPipelineDeps } from './call.ts';
import { finishCall } from './finish-call.ts';
import { goneTool } from './gone-tool.ts';
import { callKeyOf } from './idempotency-key.ts';
import { toLostRecord } from './lost-call.ts';
import { parseArguments } from './parse-arguments.ts';
import type { Caller, PipelineResult, ToolPipeline, ToolProposal } from './pipeline-contract.ts';
import { readArguments } from './read-arguments.ts';
import { readinessOf } from './readiness.ts';
import type { RegisteredTool } from './registry.ts';
import { askQuestion } from './stages/ask-question.ts';
import { checkAllowed } from './stages/check-allowed.ts';
import { checkReady } from './stages/check-ready.ts';
import { checkReplay } from './stages/check-replay.ts';
import { checkVisible } from './stages/check-visible.ts';
import { execute } from './stages/execute.ts';
import { guardCall } from './stages/guard-call.ts';
import { rateRisk } from './stages/rate-risk.ts';
import { requireApproval } from './stages/require-approval.ts';
import { settleBegun } from './stages/settle-begun.ts';
import { validateArguments } from './stages/validate-arguments.ts';
import type { Tool } from './tool.ts';
import { refuseUnknown } from './unknown-tool.ts';
import { mayUse, type Visibility, visibilityOf } from './visibility.ts';

/**
 * Every call of every tool goes through these, in this order, after its name was resolved. Each can end it; then
 * its result is governed and recorded by `finishCall`, as that of a call that went all the way.
 */
const STAGES: readonly Stage[] = [
  settleBegun,
  checkAllowed,
  checkVisible,
  checkReady,
  validateArguments,
  checkReplay,
  guardCall,
  rateRisk,
  requireApproval,
  askQuestion,
  execute,
];

export function createToolPipeline(deps: ToolPipelineDeps): ToolPipeline {
  const { registry, policy, clock } = deps;

  function viewOf(tool: Tool, { allowedTools }: Caller): Visibility {
    const view = visibilityOf(tool, policy);
    if (!view.visible || mayUse(tool, allowedTools)) return view;
    return { visible: false, rule: 'the worker may not use it' };
  }

  async function offered(caller: Caller): Promise<readonly RegisteredTool[]> {
    const visible = registry.tools.filter(({ tool }) => viewOf(tool, caller).visible);
    const ready = await Promise.all(visible.map(({ tool }) => readinessOf(tool, clock)));
    return visible.filter((_, index) => ready[index]?.ready);
  }

  function callKey(name: string, argumentsText: string): string {
    const tool = registry.find(name)?.tool;
    if (tool !== undefined) return callKeyOf(tool.name, readArguments(tool, argumentsText).value);
    const parsed = parseArguments(argumentsText);
    return callKeyOf(name, parsed.ok ? parsed.value : argumentsText);
  }

  async function refuse({ tool, argumentsText }: ToolProposal, around: Surroundings) {
    const usable = (await offered(around.caller)).map((registered) => registered.tool.name);
    return refuseUnknown({ tool, callKey: callKey(tool, argumentsText), usable }, around.recorder);
  }

  /** The tool that a call means: for one that began before, the tool that it began as, and no other of that name. */
  function find({ tool, begunAs }: ToolProposal): RegisteredTool | undefined {
    const found = registry.find(tool);
    return begunAs === undefined || begunAs.tool === found?.tool.name ? found : undefined;
  }

  return {
    async definitions(caller) {
      return (await offered(caller)).map(({ definition }) => definition);
    },

    callKey,

    onlyReads(name) {
      const tool = registry.find(name)?.tool;
      return tool?.riskLevel === 'read_only' && tool.idempotency === 'pure';
    },

    async views(caller) {
      return registry.tools.map(({ tool }) => ({ name: tool.name, ...viewOf(tool, caller) }));
    },

    noteUnknown: (call, caller) => deps.onRecord(toLostRecord(deps, call, caller)),

    async call(proposal, surroundings) {
      const registered = find(proposal) ?? goneTool(proposal);
      if (registered === undefined) return refuse(proposal, surroundings);
      return walk(deps, beginCall(deps, registered, { proposal, ...surroundings }));
    },
  };
}

async function walk(deps: ToolPipelineDeps, begun: Call): Promise<PipelineResult> {
  let call = begun;
  for (const stage of STAGES) {
    const result = await stage.run(call, deps);
    if ('wait' in result) return result.wait;
    if ('end' in result) return finishCall(deps, result.call, result.end);
    call = result.next;
    if (call.signal.aborted) return finishCall(deps, call, STOPPED);
  }
  return finishCall(deps, call, { outcome: 'error', text: 'No stage ended the call.' });
}

const STOPPED = { outcome: 'cancelled', text: 'Stopped before it began.' } as const;
