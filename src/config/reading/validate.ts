import type { z } from 'zod';
import type { AdapterTypes } from '../json-schema.ts';
import type { Findings } from '../problem.ts';
import { type Config, CoreConfig } from '../schema.ts';
import type { AdapterKind, ConfigSections } from '../sections.ts';
import type { Draft } from './draft.ts';
import { explainIssue } from './explain-issue.ts';
import type { Path } from './path.ts';
import type { SchemaTree } from './schema-tree.ts';
import { validateSections } from './validate-sections.ts';

export interface ValidationContext {
  readonly draft: Draft;
  readonly tree: SchemaTree;
  readonly findings: Findings;
  readonly sections: ConfigSections;
  readonly types: Readonly<Record<AdapterKind, AdapterTypes>>;
}

/** Checks the whole draft. Undefined when anything is wrong; `findings` says all of it. */
export function validate(context: ValidationContext): Config | undefined {
  const { providers, channels, ...core } = context.draft.root;
  const check = createCheck(context);
  const settings = check(CoreConfig, core, []);
  const adapters = {
    providers: validateSections('providers', providers, { ...context, check }),
    channels: validateSections('channels', channels, { ...context, check }),
  };
  if (settings === undefined || context.findings.problems.length > 0) return undefined;
  return { ...settings, ...adapters };
}

/** What `schema` makes of the value at `base`; undefined after its problems have been reported. */
export type Check = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  base: Path,
) => z.output<Schema> | undefined;

function createCheck({ draft, tree, findings }: ValidationContext): Check {
  return (schema, value, base) => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const context = { draft, tree, base };
    findings.problems.push(...result.error.issues.flatMap((issue) => explainIssue(issue, context)));
    return undefined;
  };
}
