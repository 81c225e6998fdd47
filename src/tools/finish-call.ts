import { type Origin, trustedOrigin, untrustedOrigin } from '../protocol/origin.ts';
import { mayReachNetwork } from '../protocol/tool-call.ts';
import type { Redactor } from '../security/redactor.ts';
import { showHidden } from '../security/visible-text.ts';
import { hasBegun, unknownEnd } from './begun-call.ts';
import {
  type Call,
  type CallEnd,
  type CallRecord,
  hasSideEffect,
  type ToolPipelineDeps,
} from './call.ts';
import { firstLine, governText } from './govern-result.ts';
import type { PipelineResult, StartedCall, ToolReport } from './pipeline-contract.ts';
import { approvalOf, shownArguments, toStarted } from './started-call.ts';
import type { ToolMetadata } from './tool.ts';

/** Tells the audit, cuts the result to size, and writes the outcome down. */
export async function finishCall(
  deps: ToolPipelineDeps,
  call: Call,
  given: CallEnd,
): Promise<PipelineResult> {
  const ended = truthful(call, given);
  const end = { ...ended, origin: stricterOrigin(ended.origin, originOf(call, ended)) };
  // The audit comes first: what has happened is told also when nothing can be written into the storage any more.
  deps.onRecord(toRecord(deps, call, end));
  const governed = await governText(call, end, deps.maxResultCharacters);
  const report = toReport(deps, call, { ...end, ...governed });
  const finishing = call.recorder.finished(startOf(deps, call, end), report);
  await Promise.all([call.starting, finishing]);
  return { state: 'finished', report };
}

/** The start that this end settles, if one is open. A call that did not run again is written down as what it began as. */
function startOf(deps: ToolPipelineDeps, call: Call, end: CallEnd): StartedCall | undefined {
  const { startedBefore, begunAs } = call.proposal;
  if (end.outcome === 'replayed' || !(hasBegun(end) || startedBefore)) return undefined;
  const started = toStarted(call, deps);
  const ranNow = (end.attempts ?? 0) > 0;
  return ranNow
    ? started
    : { ...started, idempotency: begunAs?.idempotency ?? started.idempotency };
}

/** What stops a call that may have taken effect already does not tell whether it did. */
function truthful(call: Call, end: CallEnd): CallEnd {
  if (call.unsettled === undefined || hasBegun(end) || end.outcome === 'replayed') return end;
  return unknownEnd(call, end);
}

function toReport(
  deps: ToolPipelineDeps,
  call: Call,
  end: CallEnd & { readonly origin: Origin },
): ToolReport {
  const { redactor } = deps;
  const { tool, risk, decision, callKey } = call;
  const { outcome, text, artifactId, attempts = 0, durationMs = 0 } = end;
  const approvalId = approvalOf(call);
  const repairs = call.arguments.ok ? call.arguments.repairs : [];
  return {
    tool: tool.name,
    executionId: call.executionId,
    maskedArguments: shownArguments(call, deps),
    outcome,
    text,
    ...(artifactId !== undefined && { artifactId }),
    origin: end.origin,
    summary: showHidden(redactor.text(firstLine(end.summary ?? text))),
    attempts,
    durationMs,
    metadata: { ...shownFacts(end.metadata, redactor), ...(repairs.length > 0 && { repairs }) },
    risk,
    decision,
    ...(approvalId !== undefined && { approvalId }),
    callKey,
    sideEffect: mayHaveChanged(call, end),
  };
}

function mayHaveChanged(call: Call, end: CallEnd): boolean {
  return (hasBegun(end) || end.outcome === 'replayed') && hasSideEffect(call);
}

/** A tool can say that its words are not to be trusted, and never that those from outside are. */
function stricterOrigin(said: Origin | undefined, found: Origin): Origin {
  if (said === undefined) return found;
  return said.trust === 'trusted' && found.trust === 'untrusted' ? found : said;
}

const LONGEST_FACTS = 20_000;

/** Facts for the journal, as JSON without secrets and within bounds. */
function shownFacts(facts: ToolMetadata | undefined, redactor: Redactor): ToolMetadata {
  if (facts === undefined) return {};
  try {
    const masked = redactor.value(facts) as ToolMetadata;
    const { length } = JSON.stringify(masked);
    return length <= LONGEST_FACTS ? masked : { leftOut: `${length} characters of facts` };
  } catch {
    return { leftOut: 'facts that cannot be read' };
  }
}

/** Our own sentences and the owner's files are trusted; what a tool may have brought in from outside is not. */
function originOf({ tool, decision }: Call, end: CallEnd): Origin {
  if (!hasBegun(end) || end.outcome === 'unknown') return trustedOrigin('runtime');
  const { capabilities } = tool;
  if (mayReachNetwork(capabilities) || decision.facts.includes('network_access')) {
    return untrustedOrigin(`tool:${tool.name}`);
  }
  const runsCommands = capabilities.includes('process.exec') || capabilities.includes('code.exec');
  return trustedOrigin(runsCommands ? 'command' : 'workspace');
}

function toRecord(deps: ToolPipelineDeps, call: Call, end: CallEnd): CallRecord {
  const { executionId, caller, proposal, tool, risk, decision } = call;
  const { outcome, attempts = 0, durationMs = 0 } = end;
  const approvalId = approvalOf(call);
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
    sideEffect: mayHaveChanged(call, end),
    attempts,
    durationMs,
    risk,
    decision,
    ...(approvalId !== undefined && { approvalId }),
    maskedArguments: shownArguments(call, deps),
  };
}
