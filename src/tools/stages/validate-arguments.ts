import { showHidden } from '../../security/visible-text.ts';
import { askTool } from '../ask-tool.ts';
import type { Call, Stage, StageResult, ToolPipelineDeps } from '../call.ts';
import { explainIssues, explainUnreadKeys } from '../explain-issues.ts';
import { callKeyOf, idempotencyKeyOf } from '../idempotency-key.ts';
import { mendNestedJson } from '../mend-nested-json.ts';
import { parseArguments } from '../parse-arguments.ts';

/** Nothing runs on arguments that the tool's schema refuses; every problem is named at once. */
export const validateArguments: Stage = {
  name: 'arguments valid?',
  async run(call, deps) {
    const parsed = parseArguments(call.proposal.argumentsText);
    if (!parsed.ok) return refuse(call, `- the arguments are not valid JSON: ${parsed.problem}`);
    const named = { ...withKeys(call, parsed.value), repairs: parsed.repairs };
    const mended = mendNestedJson(call.tool.input, parsed.value);
    const checked = mended.result;
    const { parameters } = call.registered.definition;
    if (!checked.success) return refuse(named, explainIssues(checked.error.issues, parameters));
    const unread = explainUnreadKeys(mended.value, parameters);
    if (unread !== undefined) return refuse(named, unread);
    const keyed = mended.repairs.length === 0 ? named : withKeys(named, mended.value);
    const valid = { ...keyed, repairs: [...named.repairs, ...mended.repairs] };
    return { next: await withInput(valid, checked.data, deps) };
  },
};

function withKeys(call: Call, value: unknown): Call {
  const { traceId, callId } = call.proposal;
  const { name } = call.tool;
  return {
    ...call,
    callKey: callKeyOf(name, value),
    idempotencyKey: idempotencyKeyOf({ traceId, callId, tool: name, input: value }),
    input: value,
  };
}

/** What people are shown of the call; a tool that cannot say it is still named, with what it was given. */
async function withInput(call: Call, input: unknown, deps: ToolPipelineDeps): Promise<Call> {
  const { tool } = call;
  const said = await askTool(deps.clock, () => tool.summarize(input));
  const words = said.ok && typeof said.value === 'string' ? said.value.trim() : '';
  const summary = words === '' ? `${tool.name} ${JSON.stringify(input) ?? ''}` : words;
  return { ...call, input, summary: showHidden(deps.redactor.text(summary)) };
}

function refuse(call: Call, problems: string): StageResult {
  return {
    call,
    end: {
      outcome: 'invalid_arguments',
      text: `${call.tool.name} was not run. Its arguments are not valid:\n${problems}\nMend them all and call it again.`,
      summary: problems.split('\n')[0]?.replace(/^- /, '') ?? '',
    },
  };
}
