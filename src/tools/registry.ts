import { z } from 'zod';
import { AgentError } from '../base/errors.ts';
import { canonicalJson, type JsonObject } from '../base/json.ts';
import type { ToolDefinition } from '../models/model-provider.ts';
import { checkValue } from './check-value.ts';
import { digest } from './idempotency-key.ts';
import { findSchemaProblem } from './schema-problem.ts';
import type { Tool } from './tool.ts';

/** A tool that can be called, with what a model is told of it. */
export interface RegisteredTool {
  readonly tool: Tool;
  readonly definition: ToolDefinition;
  /** Names the definition: a yes to one is none to another. */
  readonly fingerprint: string;
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
  /** Whether any tool has this name or alias: also one that is switched off or was kept out. */
  knows(name: string): boolean;
  readonly rejected: readonly RejectedTool[];
  /** What configuration switches off. It cannot be found; its names stay taken. */
  readonly switchedOff: readonly RejectedTool[];
  /** Another one whenever the tools are others. */
  readonly version: number;
  /**
   * Puts these tools in the place of what `source` gave before; nothing of other sources changes. One whose name is
   * refused or taken is kept out and named.
   */
  replace(source: string, tools: readonly Tool[]): { readonly rejected: readonly RejectedTool[] };
}

/** What every provider accepts as a name. */
const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** The setting by which a tool is switched off; undefined when it is not. */
export type WhyOff = (tool: Tool) => string | undefined;

/** Throws `invalid_config` for a name that no provider takes, and for two tools that answer to one name. */
export function createToolRegistry(
  given: readonly Tool[],
  whyOff: WhyOff = () => undefined,
): ToolRegistry {
  const refuse: Refuse = (why, name) => {
    throw refusal(why, name);
  };
  const builtin = register(given, { taken: new Map(), whyOff, refuse });
  const sources = new Map<string, Source>();
  let view = viewOf(builtin, sources);
  let version = 0;

  return {
    get tools() {
      return view.tools;
    },
    find: (name) => view.byName.get(name),
    knows: (name) => view.taken.has(name) || view.rejected.some((tool) => tool.name === name),
    get rejected() {
      return view.rejected;
    },
    get switchedOff() {
      return view.switchedOff;
    },
    get version() {
      return version;
    },
    replace(name, tools) {
      sources.delete(name);
      const { taken } = viewOf(builtin, sources);
      const source = register(tools, { taken, whyOff });
      sources.set(name, source);
      view = viewOf(builtin, sources);
      version += 1;
      return { rejected: source.rejected };
    },
  };
}

/** What one source has put in. */
interface Source {
  readonly byName: ReadonlyMap<string, RegisteredTool>;
  readonly rejected: readonly RejectedTool[];
  readonly switchedOff: readonly OffTool[];
}

/** Its names stay taken. */
interface OffTool extends RejectedTool {
  readonly keys: readonly string[];
}

type Refuse = (why: keyof typeof REASONS, name: string) => void;

interface Registering {
  /** Names of others. */
  readonly taken: Names;
  readonly whyOff: WhyOff;
  readonly refuse?: Refuse;
}

interface Names {
  has(name: string): boolean;
}

function register(given: readonly Tool[], around: Registering): Source {
  const byName = new Map<string, RegisteredTool>();
  const rejected: RejectedTool[] = [];
  const switchedOff: OffTool[] = [];
  const known = new Set<string>();
  for (const tool of given.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name } = tool;
    const keys = [name, ...(tool.aliases ?? [])];
    const { definition, problem } = admit(tool, keys, { ...around, known });
    if (problem !== undefined) {
      rejected.push({ name, reason: problem });
      continue;
    }
    for (const key of keys) known.add(key);
    const off = around.whyOff(tool);
    const fingerprint = digest([canonicalJson(definition)]);
    const registered = { tool, definition, fingerprint };
    if (off !== undefined) switchedOff.push({ name, reason: off, keys });
    else for (const key of keys) byName.set(key, registered);
  }
  return { byName, rejected, switchedOff };
}

/** What models are told of the tool, or why it is kept out. */
function admit(
  tool: Tool,
  keys: readonly string[],
  { known, taken, refuse }: Registering & { readonly known: Names },
) {
  const { name, description } = tool;
  const { parameters, problem } = schemaOf(tool);
  const refused = problem ?? refusalOf(keys, [known, taken], refuse);
  if (refused !== undefined) return { problem: refused };
  return { definition: { name, description, parameters: parameters ?? {} } };
}

const REASONS = {
  name: 'no provider takes this name',
  taken: 'the name belongs to another tool',
} as const;

function refusalOf(
  keys: readonly string[],
  known: readonly Names[],
  refuse?: Refuse,
): string | undefined {
  const wrong = keys.find((key) => !NAME.test(key) || known.some((names) => names.has(key)));
  if (wrong === undefined) return undefined;
  const why = NAME.test(wrong) ? 'taken' : 'name';
  refuse?.(why, wrong);
  return REASONS[why];
}

/** All sources together, made anew when one of them changes. */
function viewOf(builtin: Source, others: ReadonlyMap<string, Source>) {
  const all = [builtin, ...others.values()];
  const byName = new Map(all.flatMap((source) => [...source.byName]));
  const tools = [...new Set(byName.values())];
  tools.sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
  const switchedOff = all.flatMap((source) => source.switchedOff);
  const taken = new Set([...byName.keys(), ...switchedOff.flatMap(({ keys }) => keys)]);
  return {
    byName,
    tools,
    taken,
    switchedOff: switchedOff.map(({ name, reason }) => ({ name, reason })),
    rejected: all.flatMap(({ rejected }) => rejected),
  };
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
  checkValue(input, {});
  return parameters;
}
