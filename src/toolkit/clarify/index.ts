import { z } from 'zod';
import { trustedOrigin } from '../../protocol/origin.ts';
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

  async execute({ choices = [], defaultAnswer }, { clarification }) {
    if (clarification !== undefined) {
      const answer = chosen(clarification, choices);
      const output = `The answer: ${answer}`;
      return { success: true, output, origin: trustedOrigin('user'), metadata: { answered: true } };
    }
    if (defaultAnswer !== undefined) {
      const output = `Nobody answered in time. Go on with the default: ${defaultAnswer}`;
      return { success: true, output, metadata: { answered: false } };
    }
    const next =
      'Go on with the safest assumption and say what you assumed, or stop and say what you need.';
    return failure(`Nobody answered. ${next}`, { answered: false });
  },
});

/** A number or a differently written choice stands for that choice; anything else is an answer of its own. */
function chosen(answer: string, choices: readonly string[]): string {
  const text = answer.trim();
  const byNumber = /^\d$/.test(text) ? choices[Number(text) - 1] : undefined;
  const byText = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
  return byText ?? byNumber ?? text;
}
