import { beginCall, type Surroundings } from './begin-call.ts';
import type { Call, Stage, StageDeps, ToolPipelineDeps } from './call.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { finishCall } from './finish-call.ts';
import { goneTool } from './gone-tool.ts';
import { callKeyOf, digest } from './idempotency-key.ts';
import { toLostRecord } from './lost-call.ts';
import { parseArguments } from './parse-arguments.ts';
import type { PipelineResult, ToolPipeline, ToolProposal } from './pipeline-contract.ts';
import { readArguments } from './read-arguments.ts';
import { createReadinessBoard } from './readiness-board.ts';
import type { RegisteredTool } from './registry.ts';
import { askQuestion } from './stages/ask-question.ts';
import { checkAllowed } from './stages/check-allowed.ts';
import { checkCircuit } from './stages/check-circuit.ts';
import { checkReady } from './stages/check-ready.ts';
import { checkReplay } from './stages/check-replay.ts';
import { checkVisible } from './stages/check-visible.ts';
import { execute } from './stages/execute.ts';
import { guardCall } from './stages/guard-call.ts';
import { rateRisk } from './stages/rate-risk.ts';
import { requireApproval } from './stages/require-approval.ts';
import { settleBegun } from './stages/settle-begun.ts';
import { validateArguments } from './stages/validate-arguments.ts';
import { createToolViews } from './tool-views.ts';
import { refuseUnknown } from './unknown-tool.ts';

/**
 * Every call of every tool goes through these, in this order, after its name was resolved. Each can end it; then
 * its result is governed and recorded by `finishCall`, as that of a call that went all the way.
 */
const STAGES: readonly Stage[] = [
  settleBegun,
  checkAllowed,
  checkVisible,
  checkReady,
  checkCircuit,
  validateArguments,
  checkReplay,
  guardCall,
  rateRisk,
  requireApproval,
  askQuestion,
  execute,
];

export function createToolPipeline(given: ToolPipelineDeps): ToolPipeline {
  const { registry } = given;
  const board = createReadinessBoard(given);
  const breaker = createCircuitBreaker(given.clock);
  const place = digest([given.workspace, given.executorName]);
  const deps: StageDeps = { ...given, board, breaker, place };
  const views = createToolViews(deps);

  function callKey(name: string, argumentsText: string): string {
    const tool = registry.find(name)?.tool;
    if (tool !== undefined) return callKeyOf(tool.name, readArguments(tool, argumentsText).value);
    const parsed = parseArguments(argumentsText);
    return callKeyOf(name, parsed.ok ? parsed.value : argumentsText);
  }

  async function refuse({ tool, argumentsText }: ToolProposal, around: Surroundings) {
    const usable = (await views.definitions(around.caller)).map(({ name }) => name);
    const off = registry.switchedOff.find(({ name }) => name === tool)?.reason;
    const key = callKey(tool, argumentsText);
    return refuseUnknown({ tool, callKey: key, usable, off }, around.recorder);
  }

  /** The tool that a call means: for one that began before, the tool that it began as, and no other of that name. */
  function find({ tool, begunAs }: ToolProposal): RegisteredTool | undefined {
    const found = registry.find(tool);
    return begunAs === undefined || begunAs.tool === found?.tool.name ? found : undefined;
  }

  return {
    ...views,

    callKey,

    kindSideBySide(name) {
      const tool = registry.find(name)?.tool;
      if (tool?.parallel === true) return tool.name;
      return tool?.riskLevel === 'read_only' && tool.idempotency === 'pure' ? 'reads' : undefined;
    },

    capabilitiesOf: (name) => registry.find(name)?.tool.capabilities,

    noteUnknown: (call, caller) => deps.onRecord(toLostRecord(deps, call, caller)),

    async call(proposal, surroundings) {
      const registered = find(proposal) ?? goneTool(proposal);
      if (registered === undefined) return refuse(proposal, surroundings);
      return walk(deps, beginCall(deps, registered, { proposal, ...surroundings }));
    },
  };
}

async function walk(deps: StageDeps, begun: Call): Promise<PipelineResult> {
  let call = begun;
  for (const stage of STAGES) {
    const answer = stage.run(call, deps);
    // Most stages answer at once; a turn of the event queue for each would cost more than they do.
    const result = answer instanceof Promise ? await answer : answer;
    if ('wait' in result) return result.wait;
    if ('end' in result) return finishCall(deps, result.call, result.end);
    call = result.next;
    if (call.signal.aborted) return finishCall(deps, call, STOPPED);
  }
  return finishCall(deps, call, { outcome: 'error', text: 'No stage ended the call.' });
}

const STOPPED = { outcome: 'cancelled', text: 'Stopped before it began.' } as const;
