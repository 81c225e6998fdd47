import { showHidden } from '../../security/visible-text.ts';
import { askTool } from '../ask-tool.ts';
import type { Call, Stage, StageResult, ToolPipelineDeps } from '../call.ts';
import { explainIssues, explainUnreadKeys } from '../explain-issues.ts';

/** Nothing runs on arguments that the tool's schema refuses; every problem is named at once. */
export const validateArguments: Stage = {
  name: 'arguments valid?',
  async run(call, deps) {
    const read = call.arguments;
    if (!read.ok) return refuse(call, `- the arguments ${read.problem}`);
    const named = { ...call, input: read.value };
    const { parameters } = call.registered.definition;
    if (!read.checked.success)
      return refuse(named, explainIssues(read.checked.error.issues, parameters));
    const unread = explainUnreadKeys(read.value, parameters);
    if (unread !== undefined) return refuse(named, unread);
    return { next: await withInput(named, read.checked.data, deps) };
  },
};

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
