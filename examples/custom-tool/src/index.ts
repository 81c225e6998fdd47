import type { Plugin } from 'echo-agent/plugin';
import { z } from 'zod';
import { createLookUpTerm } from './look-up-term.ts';

const Options = z.strictObject({
  terms: z.record(z.string(), z.string().min(1)).default({}),
});

/** Called once when the runtime starts. What it throws keeps the plug-in out, and `echo-agent status` shows it. */
const plugin: Plugin = ({ options, log }) => {
  const { terms } = Options.parse(options);
  log.info('The glossary is ready.', { terms: Object.keys(terms).length });
  return { tools: [createLookUpTerm(terms)] };
};

export default plugin;
