import type { CallToolResult } from '@modelcontextprotocol/client';
import { untrustedOrigin } from '../../protocol/origin.ts';
import type { ToolResult } from '../../tools/tool.ts';

type Block = CallToolResult['content'][number];

/** Where the judgement of a structured answer comes from; undefined when it holds. */
export type JudgeAnswer = (structured: unknown) => string | undefined;

/** What a server answered, as text: whatever it says is data of that server. */
export function toToolResult(
  server: string,
  { content, structuredContent, isError }: CallToolResult,
  judge: JudgeAnswer | undefined,
): ToolResult {
  const origin = untrustedOrigin(`mcp:${server}`);
  const text = textOf(content, structuredContent);
  const metadata = { server, blocks: content.length };
  if (isError === true) return { success: false, error: orNothing(text), origin, metadata };
  const problem = judge?.(structuredContent);
  if (problem === undefined) return { success: true, output: orNothing(text), origin, metadata };
  const error = `The call was made, but the answer does not hold to what the server declares of it (${problem}). Do not rely on it. It says:\n${orNothing(text)}`;
  return { success: false, error, origin, metadata: { ...metadata, schemaProblem: problem } };
}

function textOf(content: readonly Block[], structured: unknown): string {
  const parts = content.map(textOfBlock);
  const hasText = content.some(({ type }) => type === 'text');
  if (structured !== undefined && !hasText) parts.push(JSON.stringify(structured, null, 1));
  return parts.join('\n');
}

/** Only text reaches a model; of the rest it learns that it is there. */
function textOfBlock(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type}, ${block.mimeType}, ${bytesOf(block.data)} bytes, not shown]`;
    case 'resource_link':
      return `[resource ${block.name}: ${block.uri}]`;
    case 'resource':
      return 'text' in block.resource
        ? `[resource ${block.resource.uri}]\n${block.resource.text}`
        : `[resource ${block.resource.uri}, ${bytesOf(block.resource.blob)} bytes, not shown]`;
    default:
      return '[content of an unknown kind, not shown]';
  }
}

function bytesOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4);
}

function orNothing(text: string): string {
  return text.trim() === '' ? '(The server answered without any text.)' : text;
}
