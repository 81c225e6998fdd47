import { type Origin, trustedOrigin, untrustedOrigin } from '../protocol/origin.ts';
import { showHidden } from '../security/visible-text.ts';
import {
  type Call,
  type CallEnd,
  type CallRecord,
  hasSideEffect,
  type ToolPipelineDeps,
} from './call.ts';
import { firstLine, governText } from './govern-result.ts';
import type { PipelineResult, ToolReport } from './pipeline-contract.ts';
import { maskArguments, toStarted } from './started-call.ts';

/** Cuts the result to size, tells the audit, and writes the outcome down. */
export async function finishCall(
  deps: ToolPipelineDeps,
  call: Call,
  end: CallEnd,
): Promise<PipelineResult> {
  const { text, artifactId = end.artifactId } = await governText(
    call,
    end,
    deps.maxResultCharacters,
  );
  const report = toReport(deps, call, {
    ...end,
    text,
    ...(artifactId !== undefined && { artifactId }),
  });
  // The audit comes first: what has happened is told also when it cannot be written into the journal any more.
  deps.onRecord(toRecord(deps, call, report));
  const begun = hasBegun(end) || call.proposal.startedBefore;
  await call.recorder.finished(begun ? toStarted(call, deps) : undefined, report);
  return { state: 'finished', report };
}

/** Whether the tool was let run, in this process or in one that died. */
function hasBegun({ attempts = 0, outcome, metadata }: CallEnd): boolean {
  return attempts > 0 || outcome === 'unknown' || metadata?.['recovered'] === true;
}

function toReport({ redactor }: ToolPipelineDeps, call: Call, end: CallEnd): ToolReport {
  const { tool, risk, decision, approval, callKey, repairs } = call;
  const { outcome, text, artifactId, attempts = 0, durationMs = 0 } = end;
  const happened = hasBegun(end) || outcome === 'replayed';
  return {
    tool: tool.name,
    outcome,
    text,
    ...(artifactId !== undefined && { artifactId }),
    origin: end.origin ?? originOf(call, end),
    summary: showHidden(redactor.text(firstLine(end.summary ?? text))),
    attempts,
    durationMs,
    metadata: { ...end.metadata, ...(repairs.length > 0 && { repairs }) },
    risk,
    decision,
    ...(approval !== undefined && { approvalId: approval.id }),
    callKey,
    sideEffect: happened && hasSideEffect(call),
  };
}

/** Our own sentences and the owner's files are trusted; what a tool may have brought in from outside is not. */
function originOf({ tool, decision }: Call, end: CallEnd): Origin {
  if (!hasBegun(end)) return trustedOrigin('runtime');
  const { capabilities } = tool;
  const runsCommands = capabilities.includes('process.exec') || capabilities.includes('code.exec');
  const source = runsCommands ? 'command' : 'workspace';
  const fromOutside =
    capabilities.length === 0 ||
    capabilities.includes('network.outbound') ||
    capabilities.includes('mcp.call') ||
    decision.facts.includes('network_access');
  return fromOutside ? untrustedOrigin(`tool:${tool.name}`) : trustedOrigin(source);
}

function toRecord(deps: ToolPipelineDeps, call: Call, report: ToolReport): CallRecord {
  const { executionId, caller, proposal, input, tool, risk, decision } = call;
  const { outcome, sideEffect, attempts, durationMs, approvalId } = report;
  return {
    executionId,
    tool: tool.name,
    principal: caller.principal,
    sessionKey: caller.sessionKey,
    traceId: proposal.traceId,
    turnId: proposal.turnId,
    stepName: proposal.callId,
    capabilities: tool.capabilities,
    outcome,
    sideEffect,
    attempts,
    durationMs,
    risk,
    decision,
    ...(approvalId !== undefined && { approvalId }),
    maskedArguments: maskArguments(input, deps),
  };
}
