import type { z } from 'zod';
import { nearest } from '../../base/nearest.ts';
import type { AdapterTypes } from '../json-schema.ts';
import type { Findings } from '../problem.ts';
import { type ConfigMessageId, type ConfigProblem, createProblem, printable } from '../problem.ts';
import type { AdapterConfig } from '../schema.ts';
import type { ConfigSections } from '../sections.ts';
import { type AdapterKind, AdapterName, COMMON_SETTINGS } from '../sections.ts';
import type { Draft } from './draft.ts';
import { foldKey, formatPath, isGroup, type Path } from './path.ts';
import type { SchemaTree } from './schema-tree.ts';

export interface ValidationContext {
  readonly draft: Draft;
  readonly tree: SchemaTree;
  readonly findings: Findings;
  readonly sections: ConfigSections;
  readonly types: Readonly<Record<AdapterKind, AdapterTypes>>;
}

/** What `schema` makes of the value at `base`; undefined after its problems have been reported. */
export type Check = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  base: Path,
) => z.output<Schema> | undefined;

interface SectionContext extends ValidationContext {
  readonly check: Check;
}

/** Checks each section of `providers` or `channels` with the schema of the adapter it belongs to. */
export function validateSections(
  kind: AdapterKind,
  value: unknown,
  context: SectionContext,
): Record<string, AdapterConfig> {
  if (value !== undefined && !isGroup(value))
    report({ id: 'config.expected_group' }, [kind], context);
  const result: Record<string, AdapterConfig> = {};
  const names = new Map<string, string>();
  for (const [name, section] of Object.entries(isGroup(value) ? value : {})) {
    const twin = names.get(foldKey(name));
    if (twin !== undefined)
      report({ id: 'config.names_alike', values: { other: twin } }, [kind, name], context);
    names.set(foldKey(name), name);
    const valid = validateSection([kind, name], section, context);
    if (valid !== undefined) result[name] = valid;
  }
  return result;
}

function validateSection(
  base: readonly [AdapterKind, string],
  section: unknown,
  context: SectionContext,
): AdapterConfig | undefined {
  const [kind, name] = base;
  if (!AdapterName.test(name)) return report({ id: 'config.bad_name' }, base, context);
  if (!isGroup(section)) return report({ id: 'config.expected_group' }, base, context);
  const { schemas } = context.sections[kind];
  const type = context.types[kind].get(name);
  const schema = type !== undefined && Object.hasOwn(schemas, type) ? schemas[type] : undefined;
  const left = schema === undefined && isLeftToPlugins(kind, context);
  if (type === undefined || !(schema || left)) return reportType(base, type, context);

  const [shared, rest] = split(section, Object.keys(COMMON_SETTINGS[kind].shape));
  const common = context.check(COMMON_SETTINGS[kind], shared, base);
  if (schema === undefined) return common && { ...common, type, settings: rest };
  const { enabled } = shared;
  const asked = Object.entries(present({ type, enabled })).filter(([key]) => asksFor(schema, key));
  const own = { ...rest, ...Object.fromEntries(asked) };
  const settings = context.check(schema, own, base);
  return common && { ...common, type, settings };
}

/** Only the plug-ins, which are not loaded here, can tell whether they give this type and what its settings are. */
function isLeftToPlugins(kind: AdapterKind, { draft }: SectionContext): boolean {
  const plugins = draft.get(['plugins']);
  return kind === 'providers' && Array.isArray(plugins) && plugins.length > 0;
}

/** The keys that every section of the kind has, and the adapter's own. */
function split(section: Record<string, unknown>, keys: readonly string[]) {
  const entries = Object.entries(section).filter(([, value]) => value !== undefined);
  const isShared = ([key]: [string, unknown]) => keys.includes(key);
  return [
    Object.fromEntries(entries.filter(isShared)),
    Object.fromEntries(entries.filter((entry) => !isShared(entry))),
  ] as const;
}

/** Whether an adapter's own schema has a key that every section has. */
function asksFor(schema: z.ZodType, key: string): boolean {
  return 'shape' in schema && isGroup(schema.shape) && key in schema.shape;
}

/** Without the keys that were not given. */
function present(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function reportType(
  base: readonly [AdapterKind, string],
  type: string | undefined,
  context: SectionContext,
): undefined {
  const [kind, name] = base;
  const { schemas, names } = context.sections[kind];
  const options = Object.keys(schemas).join(', ');
  if (options === '') return report({ id: 'config.no_adapters' }, base, context);
  if (type !== undefined) {
    return report({ id: 'config.unknown_type', values: { options } }, [...base, 'type'], context);
  }
  const similar = nearest(name, names);
  if (similar === undefined) {
    return report({ id: 'config.type_missing', values: { options } }, base, context);
  }
  const values = { options, nearest: printable(similar) };
  return report({ id: 'config.type_missing_nearest', values }, base, context);
}

function report(
  { id, values }: { id: ConfigMessageId; values?: ConfigProblem['values'] },
  path: Path,
  { draft, findings }: SectionContext,
): undefined {
  const place = { origin: draft.originOf(path), path: formatPath(path) };
  findings.problems.push(createProblem(id, place, values));
}
