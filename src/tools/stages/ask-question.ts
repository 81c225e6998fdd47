import type { Stage } from '../call.ts';

/** A tool that needs the person's own words gets them before it runs. */
export const askQuestion: Stage = {
  name: 'question',
  run(call) {
    const question = call.tool.question?.(call.input);
    if (question === undefined || call.proposal.clarification !== undefined) return { next: call };
    return { wait: { state: 'needs_answer', question } };
  },
};
