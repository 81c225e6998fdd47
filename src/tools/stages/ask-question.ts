import { askTool, wordsOf } from '../ask-tool.ts';
import type { Call, Stage, StageResult, ToolPipelineDeps } from '../call.ts';

/** A tool that needs the person's own words gets them before it runs. */
export const askQuestion: Stage = {
  name: 'question',
  run(call, deps) {
    const { tool, proposal } = call;
    const none = tool.question === undefined || proposal.clarification !== undefined;
    return none ? { next: call } : ask(call, deps);
  },
};

async function ask(call: Call, { clock }: ToolPipelineDeps): Promise<StageResult> {
  const { tool, input } = call;
  const asked = await askTool(clock, () => tool.question?.(input));
  if (!asked.ok) {
    const text = `${tool.name} could not put its question: ${wordsOf(asked.thrown)}`;
    return { call, end: { outcome: 'error', text } };
  }
  if (asked.value === undefined) return { next: call };
  return { wait: { state: 'needs_answer', question: asked.value } };
}
