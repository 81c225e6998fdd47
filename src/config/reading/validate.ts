import { type Config, CoreConfig } from '../schema.ts';
import { explainIssue } from './explain-issue.ts';
import { type Check, type ValidationContext, validateSections } from './validate-sections.ts';

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

function createCheck({ draft, tree, findings }: ValidationContext): Check {
  return (schema, value, base) => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const context = { draft, tree, base };
    findings.problems.push(...result.error.issues.flatMap((issue) => explainIssue(issue, context)));
    return undefined;
  };
}
