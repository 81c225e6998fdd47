import { nearest } from '../base/nearest.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import type { GuardDecision } from '../protocol/tool-call.ts';
import type { Call, CallEnd, Stage, ToolPipelineDeps } from './call.ts';
import { hasSideEffect } from './call.ts';
import { firstLine, governText } from './govern-result.ts';
import { callKeyOf } from './idempotency-key.ts';
import { parseArguments } from './parse-arguments.ts';
import type {
  Caller,
  PipelineResult,
  ToolPipeline,
  ToolProposal,
  ToolReport,
} from './pipeline-contract.ts';
import type { RegisteredTool } from './registry.ts';
import { askQuestion } from './stages/ask-question.ts';
import { checkAllowed } from './stages/check-allowed.ts';
import { checkReady } from './stages/check-ready.ts';
import { checkReplay } from './stages/check-replay.ts';
import { checkVisible } from './stages/check-visible.ts';
import { execute, toStarted } from './stages/execute.ts';
import { guardCall } from './stages/guard-call.ts';
import { baseRisk, rateRisk } from './stages/rate-risk.ts';
import { requireApproval } from './stages/require-approval.ts';
import { validateArguments } from './stages/validate-arguments.ts';
import { visibilityOf } from './visibility.ts';

/** Every call of every tool goes through these, in this order, after its name was resolved. Each can end it. */
const STAGES: readonly Stage[] = [
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

type Surroundings = Parameters<ToolPipeline['call']>[1];

export function createToolPipeline(deps: ToolPipelineDeps): ToolPipeline {
  const { registry, policy } = deps;

  return {
    async definitions(caller) {
      const shown: RegisteredTool[] = [];
      for (const registered of registry.tools) {
        if (await isOffered(registered, caller)) shown.push(registered);
      }
      return shown.map(({ definition }) => definition);
    },

    callKey(name, argumentsText) {
      const parsed = parseArguments(argumentsText);
      const tool = registry.find(name)?.tool.name ?? name;
      return callKeyOf(tool, parsed.ok ? parsed.value : argumentsText);
    },

    async views(caller) {
      return registry.tools.map(({ tool }) => ({
        name: tool.name,
        ...viewOf({ tool }, caller),
      }));
    },

    async call(proposal, surroundings) {
      const registered = registry.find(proposal.tool);
      if (registered === undefined) return unknownTool(deps, proposal, surroundings);
      let call = begin(deps, registered, { proposal, ...surroundings });
      for (const stage of STAGES) {
        const result = await stage.run(call, deps);
        if ('wait' in result) return result.wait;
        if ('end' in result) return finish(deps, result.call, result.end);
        call = result.next;
      }
      return finish(deps, call, { outcome: 'error', text: 'No stage ended the call.' });
    },
  };

  function viewOf({ tool }: Pick<RegisteredTool, 'tool'>, { allowedTools }: Caller) {
    const view = visibilityOf(tool, policy);
    if (view.visible && allowedTools?.has(tool.name) === false) {
      return { visible: false, rule: 'the worker may not use it' };
    }
    return view;
  }

  async function isOffered(registered: RegisteredTool, caller: Caller): Promise<boolean> {
    if (!viewOf(registered, caller).visible) return false;
    return (await registered.tool.readiness?.())?.ready ?? true;
  }
}

const NO_DECISION: GuardDecision = {
  action: 'allow',
  reason: '',
  patternKey: 'none',
  facts: [],
};

function begin(
  { ids }: ToolPipelineDeps,
  registered: RegisteredTool,
  given: Surroundings & { readonly proposal: ToolProposal },
): Call {
  const { tool } = registered;
  return {
    ...given,
    executionId: ids.next('exe'),
    registered,
    tool,
    input: undefined,
    callKey: callKeyOf(tool.name, given.proposal.argumentsText),
    idempotencyKey: '',
    repairs: [],
    decision: NO_DECISION,
    pattern: undefined,
    risk: baseRisk(tool),
    summary: tool.name,
    approval: undefined,
  };
}

/** Cuts the result to size, writes it down, and tells the audit. */
async function finish(deps: ToolPipelineDeps, call: Call, end: CallEnd): Promise<PipelineResult> {
  const { recorder, tool, risk, decision, approval, callKey, repairs } = call;
  const { text, artifactId = end.artifactId } = await governText(
    call,
    end,
    deps.maxResultCharacters,
  );
  const attempts = end.attempts ?? 0;
  const sideEffect = hasSideEffect(call);
  const report: ToolReport = {
    tool: tool.name,
    outcome: end.outcome,
    text,
    ...(artifactId !== undefined && { artifactId }),
    origin: end.origin ?? trustedOrigin(attempts > 0 ? 'workspace' : 'runtime'),
    summary: deps.redactor.text(end.summary ?? firstLine(text)),
    attempts,
    durationMs: end.durationMs ?? 0,
    metadata: { ...end.metadata, ...(repairs.length > 0 && { repairs }) },
    risk,
    decision,
    ...(approval !== undefined && { approvalId: approval.id }),
    callKey,
    sideEffect,
  };
  const ran = attempts > 0 || end.outcome === 'unknown' || end.metadata?.['recovered'] === true;
  await recorder.finished(ran ? toStarted(call, deps) : undefined, report);
  deps.onRecord(toRecord(deps, call, report));
  return { state: 'finished', report };
}

function toRecord({ redactor }: ToolPipelineDeps, call: Call, report: ToolReport) {
  const { executionId, caller, proposal, input } = call;
  const { tool, outcome, sideEffect, attempts, risk, decision, approvalId } = report;
  return {
    executionId,
    tool,
    principal: caller.principal,
    sessionKey: caller.sessionKey,
    traceId: proposal.traceId,
    outcome,
    sideEffect,
    attempts,
    ...(risk !== undefined && { risk }),
    ...(decision !== undefined && { decision }),
    ...(approvalId !== undefined && { approvalId }),
    maskedArguments: redactor.value(input),
  };
}

async function unknownTool(
  { registry, policy }: ToolPipelineDeps,
  { tool, argumentsText }: ToolProposal,
  { recorder }: Surroundings,
): Promise<PipelineResult> {
  const usable = registry.tools
    .filter((registered) => visibilityOf(registered.tool, policy).visible)
    .map((registered) => registered.tool.name);
  const meant = nearest(tool, usable);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  const text = `There is no tool called ${tool}.${hint} Usable tools: ${usable.join(', ')}.`;
  const report: ToolReport = {
    tool,
    outcome: 'not_visible',
    text,
    origin: trustedOrigin('runtime'),
    summary: firstLine(text),
    attempts: 0,
    durationMs: 0,
    metadata: {},
    callKey: callKeyOf(tool, argumentsText),
    sideEffect: false,
  };
  await recorder.finished(undefined, report);
  return { state: 'finished', report };
}
