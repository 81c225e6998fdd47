import type { ConfigSources, FileCandidate } from './config-sources.ts';
import type { Origin } from './origin.ts';
import { type ConfigProblem, type Findings, inOrder, toConfigError } from './problem.ts';
import type { Draft } from './reading/draft.ts';
import { type ReadConfiguration, readConfiguration } from './reading/read-configuration.ts';
import type { SchemaTree } from './reading/schema-tree.ts';
import type { Config } from './schema.ts';
import type { ConfigSections } from './sections.ts';
import { openFile } from './sources/open-file.ts';

export interface LoadedConfig {
  readonly config: Config;
  /** The places looked at, in order; at most the last one was found. */
  readonly files: readonly FileCandidate[];
  readonly warnings: readonly ConfigProblem[];
  /** By key path. What is not in it is a default, or inside a value that is. */
  readonly origins: ReadonlyMap<string, Origin>;
  /** What `describeConfig` shows. */
  readonly draft: Draft;
  readonly tree: SchemaTree;
}

export interface ConfigReport {
  readonly files: readonly FileCandidate[];
  readonly problems: readonly ConfigProblem[];
  readonly warnings: readonly ConfigProblem[];
}

/** Throws one `invalid_config` that lists everything that is wrong. */
export async function loadConfig(
  sources: ConfigSources,
  sections: ConfigSections,
): Promise<LoadedConfig> {
  const { config, draft, tree, files, problems, warnings } = await read(sources, sections);
  if (config === undefined) throw toConfigError(problems);
  return { config, files, warnings, origins: draft.origins(), draft, tree };
}

/** The same look at the same sources, for a person who wants to know what is wrong; throws nothing. */
export async function checkConfig(
  sources: ConfigSources,
  sections: ConfigSections,
): Promise<ConfigReport> {
  const { files, problems, warnings } = await read(sources, sections);
  return { files, problems, warnings };
}

async function read(
  sources: ConfigSources,
  sections: ConfigSections,
): Promise<ReadConfiguration & ConfigReport> {
  const findings: Findings = { problems: [], warnings: [] };
  const { looked, file } = await openFile(sources, findings);
  const result = await readConfiguration({ ...sources, text: file }, sections, findings);
  return { ...result, ...inOrder(findings), files: looked };
}
