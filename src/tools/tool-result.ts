import type { CallEnd } from './call.ts';
import type { ToolResult } from './tool.ts';

const NONSENSE: CallEnd = {
  outcome: 'error',
  text: 'The tool returned nothing that can be read. Whether it did what it was asked to do is not known.',
};

/** What a tool returned, as the end of its call. Anything may come back: tools are other people's code. */
export function endOfResult(returned: unknown): CallEnd {
  try {
    return isToolResult(returned) ? toEnd(returned) : NONSENSE;
  } catch {
    return NONSENSE;
  }
}

function isToolResult(value: unknown): value is ToolResult {
  if (typeof value !== 'object' || value === null) return false;
  const { success, output, error } = value as Readonly<Record<string, unknown>>;
  return success === true
    ? typeof output === 'string'
    : success === false && typeof error === 'string';
}

function toEnd(result: ToolResult): CallEnd {
  const { metadata, origin, full } = result;
  const shared = {
    ...(typeof metadata === 'object' && { metadata }),
    ...(origin !== undefined && { origin }),
    ...(typeof full === 'string' && { full }),
  };
  if (result.success) return { outcome: 'ok', text: result.output, ...shared };
  return { outcome: result.outcome ?? 'error', text: result.error, ...shared };
}

/** Whether the tool says that the same again can work. */
export function saysRetry(returned: unknown): boolean {
  try {
    const { success, retryable } = (returned ?? {}) as Readonly<Record<string, unknown>>;
    return success === false && retryable === true;
  } catch {
    return false;
  }
}
