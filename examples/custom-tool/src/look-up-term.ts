import { defineTool } from 'echo-agent/plugin';
import { z } from 'zod';

/** Reads the team's glossary: no file, no network, so that it runs without a question. */
export function createLookUpTerm(terms: Readonly<Record<string, string>>) {
  const known = new Map(Object.entries(terms).map(([term, meaning]) => [fold(term), meaning]));

  return defineTool({
    name: 'look_up_term',
    title: 'Look up a term',
    description:
      'Says what a word or abbreviation means in this team. Use it before you guess at one. It knows no common words.',
    input: z.strictObject({ term: z.string().min(1).describe('The word, in any case.') }),
    capabilities: ['knowledge.read'],
    riskLevel: 'read_only',
    idempotency: 'pure',
    timeoutMs: 5_000,
    summarize: ({ term }) => `look up ${JSON.stringify(term)}`,

    async readiness() {
      if (known.size > 0) return { ready: true };
      return {
        ready: false,
        reason: 'The glossary is empty: fill `options.terms` of this plug-in.',
      };
    },

    async execute({ term }) {
      const meaning = known.get(fold(term));
      if (meaning !== undefined) {
        return { success: true, output: `${term}: ${meaning}`, metadata: { found: true } };
      }
      const error = `The glossary has no "${term}". It knows: ${Object.keys(terms).join(', ')}.`;
      return { success: false, error, metadata: { found: false } };
    },
  });
}

function fold(term: string): string {
  return term.trim().toLowerCase();
}
