import type { Tool, ToolPart } from './tool.ts';

/** The tool as this very call needs it. What it says of itself can only take away: anything else counts as the whole. */
export function narrowTool(tool: Tool, input: unknown): Tool {
  if (tool.narrow === undefined) return tool;
  const part = partOf(tool, input);
  if (part === undefined) return tool;
  const { capabilities, riskLevel, idempotency } = part;
  // Not a copy: methods of a tool may need the tool as it is.
  return Object.create(tool, {
    capabilities: { value: capabilities },
    riskLevel: { value: riskLevel },
    idempotency: { value: idempotency },
  });
}

function partOf(tool: Tool, input: unknown): ToolPart | undefined {
  try {
    const part = tool.narrow?.(input);
    const isPart =
      part !== undefined &&
      part.capabilities.length > 0 &&
      part.capabilities.every((each) => tool.capabilities.includes(each));
    return isPart ? part : undefined;
  } catch {
    return undefined;
  }
}
