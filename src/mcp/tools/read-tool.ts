import { createHash } from 'node:crypto';
import type { Tool as McpTool } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { canonicalJson, type Json, type JsonObject } from '../../base/json.ts';
import { showHidden } from '../../security/visible-text.ts';

const LONGEST_NAME = 256;
const LONGEST_SCHEMA = 100_000;

const Annotations = z.looseObject({
  title: z.string().optional(),
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
});

const Schema = z.record(z.string(), z.json());

/** What we read of a tool of a server; everything else stays as it came. */
const ListedTool = z.looseObject({
  name: z.string().min(1).max(LONGEST_NAME),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: Schema,
  outputSchema: Schema.optional(),
  annotations: Annotations.optional(),
});
export type ListedTool = z.output<typeof ListedTool>;

export type ReadTool =
  | { readonly ok: true; readonly tool: ListedTool; readonly hash: string }
  | { readonly ok: false; readonly name: string; readonly reason: string };

/** A tool as a server lists it. What is not right costs no other tool. */
export function readTool(listed: unknown): ReadTool {
  try {
    const parsed = ListedTool.safeParse(listed);
    if (!parsed.success) return { ok: false, name: nameOf(listed), reason: reasonOf(parsed.error) };
    const { data: tool } = parsed;
    const large = JSON.stringify([tool.inputSchema, tool.outputSchema]).length > LONGEST_SCHEMA;
    if (large) return { ok: false, name: tool.name, reason: 'its schema is too large' };
    return { ok: true, tool, hash: hashOf(tool) };
  } catch {
    return { ok: false, name: nameOf(listed), reason: 'it cannot be read' };
  }
}

function nameOf(listed: unknown): string {
  const { name } = (listed ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name.slice(0, LONGEST_NAME) : '(no name)';
}

function reasonOf({ issues }: z.ZodError): string {
  const [issue] = issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not right'}`;
}

/** Of everything that a person agreed to, and that a model or our own rules go by. */
function hashOf({
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: ListedTool): string {
  const agreed = { title, description, inputSchema, outputSchema, annotations };
  return createHash('sha256').update(canonicalJson(agreed)).digest('hex');
}

const LONGEST_WORDS = 1_000;

/** As a model is shown them: hidden characters in the server's words made visible, and no more of them than needed. */
export function parametersOf({ inputSchema }: ListedTool): JsonObject {
  return shown(inputSchema) as JsonObject;
}

function shown(node: Json): Json {
  if (Array.isArray(node)) return node.map(shown);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      typeof value === 'string' && WORDS.has(key)
        ? showHidden(value.slice(0, LONGEST_WORDS))
        : shown(value),
    ]),
  );
}

const WORDS = new Set(['description', 'title', '$comment']);

/** For the library, whose type is the narrower one of the same thing. */
export function asMcpTool(tool: ListedTool): McpTool {
  return tool as unknown as McpTool;
}
