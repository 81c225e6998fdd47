import { describe, expect, test } from 'vitest';
import { fakeToolContext } from '../testing/fake-tool-context.ts';
import { type MakeToolContext, TOOL_RULES } from '../testing/tool-rules.ts';
import type { Tool } from './tool.ts';

/** The contract of `Tool`, as tests. It really runs the tool with each sample, several times. */
export function toolContract(
  tool: Tool,
  samples: readonly unknown[],
  makeContext: MakeToolContext = fakeToolContext,
): void {
  describe(`${tool.name} as a Tool`, () => {
    test.each(TOOL_RULES)('$says', async ({ broken }) => {
      const problems = await broken({ tool, samples, makeContext });

      expect(problems).toEqual([]);
    });
  });
}
