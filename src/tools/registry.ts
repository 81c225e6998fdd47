import { z } from 'zod';
import { AgentError } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { ToolDefinition } from '../models/model-provider.ts';
import { findSchemaProblem } from './schema-problem.ts';
import type { Tool } from './tool.ts';

/** A tool that can be called, with what a model is told of it. */
export interface RegisteredTool {
  readonly tool: Tool;
  readonly definition: ToolDefinition;
}

export interface ToolRegistry {
  /** In the order of their names, so that a prompt with tools is the same bytes every time. */
  readonly tools: readonly RegisteredTool[];
  /** By name or alias. */
  find(name: string): RegisteredTool | undefined;
  /** Tools that were kept out, and why; the others are not hurt by them. */
  readonly rejected: readonly { readonly name: string; readonly reason: string }[];
}

/** What every provider accepts as a name. */
const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** Throws `invalid_config` for a name that no provider takes, and for two tools that answer to one name. */
export function createToolRegistry(given: readonly Tool[]): ToolRegistry {
  const byName = new Map<string, RegisteredTool>();
  const rejected: { name: string; reason: string }[] = [];
  for (const tool of given.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name, description } = tool;
    const { parameters, problem } = schemaOf(tool);
    if (problem !== undefined) {
      rejected.push({ name, reason: problem });
      continue;
    }
    const registered = { tool, definition: { name, description, parameters } };
    for (const key of [name, ...(tool.aliases ?? [])]) claim(byName, key, registered);
  }
  return {
    tools: [...new Set(byName.values())],
    find: (name) => byName.get(name),
    rejected,
  };
}

function claim(byName: Map<string, RegisteredTool>, key: string, registered: RegisteredTool): void {
  if (!NAME.test(key)) throw refusal('name', key);
  if (byName.has(key)) throw refusal('taken', key);
  byName.set(key, registered);
}

function refusal(why: 'name' | 'taken', name: string): AgentError {
  return new AgentError('invalid_config', `Tool ${name}: ${why}.`, {
    messageId: `tools.refused_${why}`,
    values: { name },
  });
}

type CheckedSchema =
  | { readonly parameters: JsonObject; readonly problem?: undefined }
  | { readonly parameters?: undefined; readonly problem: string };

/** The schema as providers get it; made once, and refused where it could not be. */
function schemaOf(tool: Tool): CheckedSchema {
  try {
    const { $schema: _dialect, ...parameters } = writtenSchema(tool);
    const problem = findSchemaProblem(parameters);
    return problem === undefined ? { parameters } : { problem };
  } catch (thrown) {
    return { problem: `parameters: ${thrown instanceof Error ? thrown.message : 'no schema'}` };
  }
}

function writtenSchema({ input, parameters }: Tool): JsonObject {
  if (parameters === undefined) return z.toJSONSchema(input, { io: 'input' }) as JsonObject;
  // One that cannot be held to is found out now, and not at the first call.
  input.safeParse({});
  return parameters;
}
