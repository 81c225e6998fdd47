import { realpath, rm } from 'node:fs/promises';
import type { Document } from 'yaml';
import type { Clock } from '../../base/clock.ts';
import { AgentError, type ErrorCode } from '../../base/errors.ts';
import { canonicalJson } from '../../base/json.ts';
import { writeNew, writeWhole } from '../../security/whole-file.ts';
import { createEnvironment, type Environment } from '../environment.ts';
import type { FileEdit, FileEditing } from '../file-edit.ts';
import {
  type ConfigMessageId,
  createProblem,
  type Findings,
  inOrder,
  toConfigError,
} from '../problem.ts';
import { readConfiguration } from '../reading/read-configuration.ts';
import { ENVIRONMENT_PREFIX } from '../sources/assignments.ts';
import { absolutePath, displayPath, exists } from '../sources/find-file.ts';
import { readConfigText } from '../sources/open-file.ts';
import { parseDocument, parseFile } from '../sources/parse-file.ts';

export interface EditedFile {
  readonly document: Document;
  readonly yaml: typeof import('yaml');
  /** How messages call the file. */
  readonly name: string;
}

/**
 * Changes a configuration file and keeps its comments and order. The result is checked before it takes the place of the
 * file; a result that is not valid throws `invalid_config` and leaves the file as it was.
 */
export async function editFile(
  file: string,
  edit: (file: EditedFile) => void,
  editing: FileEditing,
): Promise<FileEdit> {
  const yaml = await import('yaml');
  const path = await followLinks(absolutePath(file, { base: editing.cwd, home: editing.home }));
  const name = displayPath(editing.standsFor ?? path, editing);
  const before = await readBefore(path, name);
  const document = parseDocument(yaml, before ?? '');
  edit({ document, yaml, name });
  const after = keepLineBreaks(document.toString({ lineWidth: 0 }), before ?? '');

  await refuseInvalid({ path, name, text: after }, editing);
  if (await sameValues(before ?? '', after, name)) return { path, changed: false };
  if (!sameJson((await parseFile(after, name)).value, document.toJS() ?? {})) {
    throw new AgentError('internal', `Writing ${name} would have changed its other values.`);
  }
  const backup = await replace({ path, name, before, after }, editing.clock);
  return { path, changed: true, ...(backup !== undefined && { backup }) };
}

/** For edits that make no sense on a file that does not exist. */
export async function requireFile(file: string, { cwd, home }: FileEditing): Promise<void> {
  const path = absolutePath(file, { base: cwd, home });
  if (!(await exists(path))) {
    throw refusal('config.file_missing', displayPath(path, { cwd, home }));
  }
}

/** A link to a file stays a link: the file it leads to is changed. */
async function followLinks(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** The text there is, or undefined for none. A file that cannot be read or is no YAML is not touched. */
async function readBefore(path: string, name: string): Promise<string | undefined> {
  if (!(await exists(path))) return undefined;
  const read = await readConfigText(path);
  if (typeof read === 'string') throw refusal(read, name);
  const { problems } = await parseFile(read.text, name);
  if (problems.length > 0) throw toConfigError(problems);
  return read.text;
}

async function refuseInvalid(
  text: { path: string; name: string; text: string },
  { sections, env, home, cwd, file }: FileEditing,
): Promise<void> {
  const findings: Findings = { problems: [], warnings: [] };
  const input = { text, env: withoutOurs(env), home, cwd, file };
  await readConfiguration(input, sections, findings);
  if (findings.problems.length > 0) throw toConfigError(inOrder(findings).problems);
}

interface Replacement {
  readonly path: string;
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string;
}

async function replace(replacement: Replacement, clock: Pick<Clock, 'now'>) {
  const { path, name, before, after } = replacement;
  const stamp = new Date(clock.now()).toISOString().replaceAll(/[-:.]/g, '');
  const backup = before === undefined ? undefined : `${path}.${stamp}.bak`;
  try {
    if (backup !== undefined && before !== undefined) writeNew(backup, before);
    if ((await readBefore(path, name)) !== before) {
      if (backup !== undefined) await rm(backup);
      throw refusal('config.file_changed', name);
    }
    writeWhole(path, after);
    return backup;
  } catch (thrown) {
    if (thrown instanceof AgentError) throw thrown;
    throw refusal('config.file_unwritable', name, thrown);
  }
}

const CODES: Partial<Record<ConfigMessageId, ErrorCode>> = {
  'config.file_changed': 'conflict',
  'config.file_unwritable': 'storage_unwritable',
};

function refusal(id: ConfigMessageId, name: string, cause?: unknown): AgentError {
  const { values } = createProblem(id, { origin: { kind: 'file', name } });
  const code = CODES[id] ?? 'invalid_config';
  return new AgentError(code, `${name} was not changed (${id}).`, { messageId: id, values, cause });
}

async function sameValues(before: string, after: string, name: string): Promise<boolean> {
  const [old, now] = await Promise.all([parseFile(before, name), parseFile(after, name)]);
  return sameJson(old.value, now.value);
}

function sameJson(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

function keepLineBreaks(text: string, before: string): string {
  return before.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text;
}

function withoutOurs(env: Environment): Environment {
  const names = env.names().filter((name) => !name.startsWith(ENVIRONMENT_PREFIX));
  return createEnvironment(Object.fromEntries(names.map((name) => [name, env.get(name)])));
}
