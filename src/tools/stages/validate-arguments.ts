import { showHidden } from '../../security/visible-text.ts';
import { type Answered, askToolNow } from '../ask-tool.ts';
import type { Call, Stage, StageResult, ToolPipelineDeps } from '../call.ts';
import { explainIssues, explainUnreadKeys } from '../explain-issues.ts';
import { narrowTool } from '../narrow-tool.ts';
import type { Tool } from '../tool.ts';

/** Nothing runs on arguments that the tool's schema refuses; every problem is named at once. */
export const validateArguments: Stage = {
  name: 'arguments valid?',
  run(call, deps) {
    const read = call.arguments;
    if (!read.ok) return refuse(call, `- the arguments ${read.problem}`);
    const named = { ...call, input: read.value };
    const { parameters } = call.registered.definition;
    if (!read.checked.success)
      return refuse(named, explainIssues(read.checked.error.issues, parameters));
    const unread = explainUnreadKeys(read.value, parameters);
    if (unread !== undefined) return refuse(named, unread);
    return withInput(named, read.checked.data, deps);
  },
};

/** What people are shown of the call; a tool that cannot say it is still named, with what it was given. */
function withInput(
  call: Call,
  input: unknown,
  { clock, redactor }: ToolPipelineDeps,
): StageResult | Promise<StageResult> {
  const tool = narrowTool(call.tool, input);
  const next = (said: Answered<unknown>): StageResult => ({
    next: {
      ...call,
      tool,
      input,
      summary: showHidden(redactor.text(summaryOf(tool, input, said))),
    },
  });
  const said = askToolNow(clock, () => tool.summarize(input));
  return said instanceof Promise ? said.then(next) : next(said);
}

function summaryOf(tool: Tool, input: unknown, said: Answered<unknown>): string {
  const words = said.ok && typeof said.value === 'string' ? said.value.trim() : '';
  return words === '' ? `${tool.name} ${JSON.stringify(input) ?? ''}` : words;
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
