import { z } from 'zod';
import type { Tool, ToolExecutionContext } from '../tools/tool.ts';

export interface CountedTool {
  readonly tool: Tool;
  /** One entry a run. */
  readonly runs: { readonly input: unknown; readonly context: ToolExecutionContext }[];
}

/** A tool with a side effect that counts how often it ran, with what, and in which context. */
export function countedTool(changes: Partial<Tool> = {}): CountedTool {
  const runs: CountedTool['runs'] = [];
  const tool: Tool = {
    name: 'save_note',
    title: 'Save a note',
    description: 'Saves a note.',
    input: z.strictObject({ path: z.string(), text: z.string().default('') }),
    capabilities: ['fs.write'],
    idempotency: 'unsafe',
    summarize: (input) => `save ${JSON.stringify(input)}`,
    async execute(input, context) {
      runs.push({ input, context });
      return { success: true, output: `saved (${runs.length})` };
    },
    ...changes,
  };
  return { tool, runs };
}

/** The same, as a tool that runs commands and has an alias. */
export function countedExec(changes: Partial<Tool> = {}): CountedTool {
  return countedTool({
    name: 'exec',
    aliases: ['bash'],
    input: z.strictObject({ command: z.string() }),
    capabilities: ['process.exec'],
    ...changes,
  });
}
