import type { JsonObject } from '../../base/json.ts';
import type { Call, Stage, StageResult } from '../call.ts';
import { explainIssues } from '../explain-issues.ts';
import { callKeyOf, idempotencyKeyOf } from '../idempotency-key.ts';
import { parseArguments } from '../parse-arguments.ts';

/** Nothing runs on arguments that the tool's schema refuses; every problem is named at once. */
export const validateArguments: Stage = {
  name: 'arguments valid?',
  run(call) {
    const parsed = parseArguments(call.proposal.argumentsText);
    if (!parsed.ok) return refuse(call, `- the arguments are not valid JSON: ${parsed.problem}`);
    const { traceId, callId } = call.proposal;
    const { tool } = call;
    const named: Call = {
      ...call,
      callKey: callKeyOf(tool.name, parsed.value),
      idempotencyKey: idempotencyKeyOf({ traceId, callId, tool: tool.name, input: parsed.value }),
      repairs: parsed.repairs,
      input: parsed.value,
    };
    const checked = tool.input.safeParse(parsed.value, { reportInput: true });
    if (checked.success) {
      const input = checked.data;
      return { next: { ...named, input, summary: summarize(named, input) } };
    }
    return refuse(named, explainIssues(checked.error, argumentNames(named)));
  },
};

function argumentNames({ registered }: Call): string[] {
  const properties = registered.definition.parameters['properties'];
  return Object.keys((properties as JsonObject | undefined) ?? {});
}

function summarize({ tool }: Call, input: unknown): string {
  return tool.summarize(input);
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
