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

/** A tool that was kept out, and why; the others are not hurt by it. */
export interface RejectedTool {
  readonly name: string;
  readonly reason: string;
}

export interface ToolRegistry {
  /** In the order of their names, so that a prompt with tools is the same bytes every time. */
  readonly tools: readonly RegisteredTool[];
  /** By name or alias. */
  find(name: string): RegisteredTool | undefined;
  readonly rejected: readonly RejectedTool[];
  /**
   * Puts these tools in the place of what `source` gave before; nothing of other sources changes. One whose name is
   * refused or taken is kept out and named.
   */
  replace(source: string, tools: readonly Tool[]): { readonly rejected: readonly RejectedTool[] };
}

/** What every provider accepts as a name. */
const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** Throws `invalid_config` for a name that no provider takes, and for two tools that answer to one name. */
export function createToolRegistry(given: readonly Tool[]): ToolRegistry {
  const builtin = register(given, new Map(), (why, name) => {
    throw refusal(why, name);
  });
  const sources = new Map<string, Source>();
  let view = viewOf(builtin, sources);

  return {
    get tools() {
      return view.tools;
    },
    find: (name) => view.byName.get(name),
    get rejected() {
      return view.rejected;
    },
    replace(name, tools) {
      sources.delete(name);
      const taken = viewOf(builtin, sources).byName;
      const source = register(tools, taken);
      sources.set(name, source);
      view = viewOf(builtin, sources);
      return { rejected: source.rejected };
    },
  };
}

/** What one source has put in. */
interface Source {
  readonly byName: ReadonlyMap<string, RegisteredTool>;
  readonly rejected: readonly RejectedTool[];
}

type Refuse = (why: keyof typeof REASONS, name: string) => void;

function register(
  given: readonly Tool[],
  taken: ReadonlyMap<string, RegisteredTool>,
  refuse: Refuse = () => undefined,
): Source {
  const byName = new Map<string, RegisteredTool>();
  const rejected: RejectedTool[] = [];
  for (const tool of given.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name, description } = tool;
    const keys = [name, ...(tool.aliases ?? [])];
    const { parameters, problem } = schemaOf(tool);
    if (problem !== undefined) {
      rejected.push({ name, reason: problem });
      continue;
    }
    const wrong = keys.find((key) => whyNot(key, [byName, taken]) !== undefined);
    const why = wrong === undefined ? undefined : whyNot(wrong, [byName, taken]);
    if (wrong !== undefined && why !== undefined) {
      refuse(why, wrong);
      rejected.push({ name, reason: REASONS[why] });
      continue;
    }
    const registered = { tool, definition: { name, description, parameters } };
    for (const key of keys) byName.set(key, registered);
  }
  return { byName, rejected };
}

const REASONS = {
  name: 'no provider takes this name',
  taken: 'the name belongs to another tool',
} as const;

function whyNot(
  key: string,
  known: readonly ReadonlyMap<string, RegisteredTool>[],
): keyof typeof REASONS | undefined {
  if (!NAME.test(key)) return 'name';
  return known.some((names) => names.has(key)) ? 'taken' : undefined;
}

/** All sources together, made anew when one of them changes. */
function viewOf(builtin: Source, others: ReadonlyMap<string, Source>) {
  const all = [builtin, ...others.values()];
  const byName = new Map(all.flatMap((source) => [...source.byName]));
  const tools = [...new Set(byName.values())];
  tools.sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
  return { byName, tools, rejected: all.flatMap(({ rejected }) => rejected) };
}

function refusal(why: keyof typeof REASONS, name: string): AgentError {
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
