import type { Call, ToolPipelineDeps } from './call.ts';
import type { StartedCall } from './pipeline-contract.ts';

const LONGEST_SUMMARY = 300;
const LONGEST_TEXT = 2_000;
const MOST_ITEMS = 100;
const DEEPEST = 12;

/** The beginning of a call as it is written down: what will run, secrets masked and long texts cut. */
export function toStarted(call: Call, deps: Pick<ToolPipelineDeps, 'redactor'>): StartedCall {
  const { tool, idempotencyKey, unsettled, summary, risk, decision } = call;
  const approvalId = approvalOf(call);
  return {
    executionId: call.executionId,
    tool: tool.name,
    idempotencyKey,
    idempotency: unsettled ?? tool.idempotency,
    capabilities: tool.capabilities,
    maskedArguments: shownArguments(call, deps),
    summary: oneLine(summary),
    risk,
    decision,
    ...(approvalId !== undefined && { approvalId }),
  };
}

/** The yes that it runs under, or ran under before the process died. */
export function approvalOf({ approval, proposal }: Call): string | undefined {
  return approval?.id ?? proposal.begunAs?.approvalId;
}

/** Arguments for records that people read: those of its start, where it does not get to its arguments again. */
export function shownArguments(
  { input, proposal, arguments: read, shown }: Call,
  { redactor }: Pick<ToolPipelineDeps, 'redactor'>,
): unknown {
  const { begunAs } = proposal;
  if (input === undefined && begunAs !== undefined) return begunAs.maskedArguments;
  const given = input ?? read.value;
  if (shown.ofInput !== given) {
    shown.ofInput = given;
    shown.value = redactor.value(cut(given, 0));
  }
  return shown.value;
}

function oneLine(text: string): string {
  return cutTo(text.replaceAll(/\s*\n\s*/g, ' ⏎ '), LONGEST_SUMMARY);
}

function cut(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cutTo(value, LONGEST_TEXT);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return '…';
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => cut(item, depth + 1));
  const entries = Object.entries(value).slice(0, MOST_ITEMS);
  return Object.fromEntries(entries.map(([key, item]) => [key, cut(item, depth + 1)]));
}

function cutTo(text: string, longest: number): string {
  const left = text.length - longest;
  return left > 0 ? `${text.slice(0, longest)}… (${left} more characters)` : text;
}
