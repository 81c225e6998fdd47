import type { ConfigSources } from '../config-sources.ts';
import { composeSchema } from '../json-schema.ts';
import { createProblem, type Findings, type Place } from '../problem.ts';
import { CONFIG_VERSION, type Config } from '../schema.ts';
import type { ConfigSections } from '../sections.ts';
import { environmentAssignments, flagAssignments } from '../sources/assignments.ts';
import type { ConfigText } from '../sources/open-file.ts';
import { parseFile } from '../sources/parse-file.ts';
import { applyAssignments } from './apply-assignments.ts';
import { chooseAdapters } from './choose-adapters.ts';
import { createDraft, type Draft } from './draft.ts';
import {
  createBase,
  fillEmptyGroups,
  fillFromWellKnown,
  fillTypes,
  resolvePaths,
} from './fill-in.ts';
import { findRisks } from './find-risks.ts';
import { refuseFoundPlugins, refuseFoundWorkspace } from './found-file.ts';
import { replaceReferences } from './references.ts';
import { createSchemaTree, type SchemaTree } from './schema-tree.ts';
import { validate } from './validate.ts';

export interface ReadingInput extends ConfigSources {
  /** The text of the file, if there is one. */
  readonly text: ConfigText | undefined;
}

export interface ReadConfiguration {
  /** Missing when `findings` holds a problem. */
  readonly config?: Config;
  readonly draft: Draft;
  readonly tree: SchemaTree;
}

/** From all sources to one checked configuration; whatever is wrong is added to `findings`. */
export async function readConfiguration(
  input: ReadingInput,
  sections: ConfigSections,
  findings: Findings,
): Promise<ReadConfiguration> {
  const { text, env, home, cwd } = input;
  const file = await readFile(text, findings);
  const assignments = [
    ...environmentAssignments(env),
    ...flagAssignments(input.overrides ?? {}, findings),
  ];
  const types = chooseAdapters(file.value, assignments, sections);
  const tree = createSchemaTree(composeSchema(sections, types));
  const draft = createDraft(file);
  const baseOf = createBase(draft, text?.path, cwd);

  fillEmptyGroups(draft, tree);
  applyAssignments(assignments, { draft, tree, findings });
  fillTypes(draft, types);
  fillFromWellKnown(draft, env, findings);
  resolvePaths({ draft, tree, home, baseOf });
  // References are replaced in a copy: what is shown keeps them as they were written.
  const resolved = createDraft({ value: draft.root, origins: draft.origins() });
  replaceReferences({ draft: resolved, tree, findings, environment: env, home, baseOf });
  if (text !== undefined) {
    const found = { draft, tree, text, places: input };
    refuseFoundWorkspace(found, findings);
    refuseFoundPlugins(found, findings);
  }
  const config = validate({ draft: resolved, tree, findings, sections, types });
  findRisks({ draft, tree, findings, text, sections, places: input });
  return { draft, tree, ...(config && { config }) };
}

/** A file of a later generation is not looked into: its other keys would only add noise. */
async function readFile(text: ConfigText | undefined, findings: Findings) {
  const empty = { value: {}, origins: new Map() };
  if (text === undefined) return empty;
  const file = await parseFile(text.text, text.name);
  const version = file.value['configVersion'];
  if (typeof version === 'number' && version > CONFIG_VERSION) {
    const origin = file.origins.get('configVersion');
    const place: Place = { origin: origin ?? { kind: 'file', name: text.name } };
    const values = { version, known: CONFIG_VERSION };
    findings.problems.push(createProblem('config.too_new', place, values));
    return empty;
  }
  findings.problems.push(...file.problems);
  return file;
}
