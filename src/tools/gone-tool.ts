import { z } from 'zod';
import type { ToolProposal } from './pipeline-contract.ts';
import type { RegisteredTool } from './registry.ts';

/**
 * Stands for the tool of a call that began before a crash and whose tool is not there any more, so that it ends as what it
 * is: not known. Undefined where nothing can have happened.
 */
export function goneTool({
  tool,
  startedBefore,
  begunAs,
}: ToolProposal): RegisteredTool | undefined {
  const idempotency = begunAs?.idempotency ?? 'unsafe';
  if (idempotency === 'pure' || (!startedBefore && begunAs === undefined)) return undefined;
  const name = begunAs?.tool ?? tool;
  return {
    definition: { name, description: '', parameters: {} },
    fingerprint: '',
    tool: {
      name,
      title: name,
      description: '',
      input: z.unknown(),
      capabilities: [],
      idempotency,
      summarize: () => begunAs?.summary ?? name,
      readiness: async () => ({ ready: false, reason: 'there is no such tool any more.' }),
      execute: async () => ({ success: false, error: 'There is no such tool any more.' }),
    },
  };
}
