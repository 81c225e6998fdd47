import { z } from 'zod';
import { trustedOrigin } from '../../protocol/origin.ts';
import type { Clarification } from '../../protocol/turn.ts';
import { defineTool } from '../../tools/tool.ts';
import { failure } from '../shared/failure.ts';
import { preview } from '../shared/text-lines.ts';

const Input = z.strictObject({
  question: z.string().trim().min(1),
  choices: z.array(z.string().trim().min(1)).min(2).max(9).optional(),
  timeoutSeconds: z.int().min(10).max(86_400).default(600),
  defaultAnswer: z.string().trim().min(1).optional(),
});
type Input = z.infer<typeof Input>;

export const clarify = defineTool<Input>({
  name: 'clarify',
  title: 'Ask the person',
  description:
    'Ask the person one question and wait for the answer. Only when you cannot go on without it. defaultAnswer is assumed when nobody answers in time.',
  input: Input,
  capabilities: ['message.ask'],
  riskLevel: 'read_only',
  idempotency: 'pure',
  summarize: ({ question }) => `ask ${preview(question)}`,

  question: ({ question, choices, timeoutSeconds, defaultAnswer }) => ({
    question,
    timeoutMs: timeoutSeconds * 1_000,
    ...(choices !== undefined && { choices }),
    ...(defaultAnswer !== undefined && { defaultAnswer }),
  }),

  async execute({ choices = [] }, { clarification = NOBODY }) {
    switch (clarification.by) {
      case 'person': {
        const output = `The answer: ${chosen(clarification.answer, choices)}`;
        const origin = trustedOrigin('user');
        return { success: true, output, origin, metadata: { answered: true } };
      }
      case 'default': {
        const output = `Nobody answered. Go on with the default: ${clarification.answer}`;
        const origin = trustedOrigin('runtime');
        return { success: true, output, origin, metadata: { answered: false } };
      }
      case 'nobody':
        return failure(`Nobody answered. ${WITHOUT_ANSWER}`, { answered: false });
    }
  },
});

const NOBODY: Clarification = { by: 'nobody' };

const WITHOUT_ANSWER =
  'Go on with the safest assumption and say what you assumed, or stop and say what you need.';

/** A number or a differently written choice stands for that choice; anything else is an answer of its own. */
function chosen(answer: string, choices: readonly string[]): string {
  const text = answer.trim();
  const byNumber = /^\d$/.test(text) ? choices[Number(text) - 1] : undefined;
  const byText = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
  return byText ?? byNumber ?? text;
}
