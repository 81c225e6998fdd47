import { dirname } from 'node:path';
import type { Place } from '../../security/workspace-files.ts';
import type { FileEdit, PresentFile } from '../shared/change-file.ts';
import { type Failure, failure } from '../shared/failure.ts';
import { MAX_FILE_BYTES } from '../shared/open-workspace.ts';
import { decodeText, encodeText } from '../shared/text-encoding.ts';
import { byteSize, visibleName } from '../shared/text-lines.ts';
import { explainProblems } from './explain-problems.ts';
import { type FilePatch, type Hunk, isMove } from './parsed-patch.ts';
import { patchText } from './patch-text.ts';

export interface Write {
  readonly kind: 'write';
  readonly edit: FileEdit;
  /** Of a new file that is to have other permissions than usual. */
  readonly mode?: number;
}

export interface Removal {
  readonly kind: 'remove';
  readonly place: Place;
  readonly before: Uint8Array;
}

export type Change = Write | Removal;

/** What is to be done for one file of the patch. */
export interface FilePlan {
  readonly patch: FilePatch;
  readonly changes: readonly Change[];
  /** First line (1-based) of each hunk as it will stand. */
  readonly lines: readonly number[];
}

export interface PlanSources {
  /** The file as it is before the patch; `bytes` is undefined when there is none. */
  present(path: string): Promise<PresentFile>;
  /** Why parts of this file may not be changed. */
  whyNot(file: PresentFile & { readonly bytes: Uint8Array }): Promise<Failure | undefined>;
}

/** Every change of the patch, or everything that is in its way. Nothing is touched. */
export async function planPatch(
  patches: readonly FilePatch[],
  sources: PlanSources,
): Promise<readonly FilePlan[] | Failure> {
  const plans: FilePlan[] = [];
  const problems: Failure[] = [];
  for (const patch of patches) {
    const plan = await planFile(patch, sources);
    if ('success' in plan) problems.push(plan);
    else plans.push(plan);
  }
  const twice = namedTwice(plans);
  if (twice !== undefined) {
    problems.push(failure(`${twice} is named by two parts of the patch; make them one.`));
  }
  problems.push(...asFileAndFolder(plans).map((error) => failure(error)));
  const [first] = problems;
  if (first === undefined) return plans;
  const reasons = problems.map(({ error }) => error).join('\n');
  return failure(`Nothing was changed in any file.\n${reasons}`, {
    ...first.metadata,
    problems: problems.length,
  });
}

function namedTwice(plans: readonly FilePlan[]): string | undefined {
  const places = plans.flatMap(({ changes }) => changes.map(placeOf));
  const paths = places.map(({ path }) => path);
  const twice = places.find(({ path }, at) => paths.indexOf(path) !== at);
  return twice && visibleName(twice.name);
}

/** A path that is a file of the patch, before it or after it, cannot be the folder of another. */
function asFileAndFolder(plans: readonly FilePlan[]): readonly string[] {
  const places = plans.flatMap(({ changes }) => changes.map(placeOf));
  const byPath = new Map(places.map((place) => [place.path, place]));
  return places.flatMap(({ path, name }) => {
    const folder = foldersOf(path).find((each) => byPath.has(each));
    const file = folder === undefined ? undefined : byPath.get(folder);
    if (file === undefined) return [];
    const [above, below] = [visibleName(file.name), visibleName(name)];
    return [`${above} is a file of the patch, and the folder of ${below}; it cannot be both.`];
  });
}

function foldersOf(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...foldersOf(parent)];
}

function placeOf(change: Change): Place {
  return change.kind === 'write' ? change.edit.place : change.place;
}

async function planFile(patch: FilePatch, sources: PlanSources): Promise<FilePlan | Failure> {
  const { place, bytes } = await sources.present(patch.path);
  if (patch.kind === 'add') return planAdding(patch, { place, bytes });
  if (bytes === undefined) return failure(`${visibleName(place.name)} does not exist.`);
  const file = { place, bytes };
  if (patch.kind === 'delete') return planRemoval(patch, file);
  if (patch.hunks.length > 0) {
    const unseen = await sources.whyNot(file);
    if (unseen !== undefined) return unseen;
  }
  const patched = patchBytes(file, patch.hunks);
  if ('success' in patched) return patched;
  return isMove(patch)
    ? planMove(patch, { file, patched, target: await sources.present(patch.newPath) })
    : planUpdate(patch, file, patched);
}

function planAdding(
  patch: FilePatch & { readonly kind: 'add' },
  { place, bytes }: PresentFile,
): FilePlan | Failure {
  if (bytes !== undefined) return exists(place);
  const after = Buffer.from(patch.text);
  const edit = { place, before: undefined, after, keepsParts: false };
  const write: Write = { kind: 'write', edit, ...(patch.executable && { mode: 0o755 }) };
  return { patch, changes: [write], lines: [] };
}

function exists({ name }: Place): Failure {
  const shown = visibleName(name);
  return failure(`${shown} exists already. Read it, and update it instead of adding it.`, {
    path: name,
    exists: true,
  });
}

interface File {
  readonly place: Place;
  readonly bytes: Uint8Array;
}

interface Patched {
  readonly after: Uint8Array;
  readonly lines: readonly number[];
}

function planRemoval(
  patch: FilePatch & { readonly kind: 'delete' },
  { place, bytes }: File,
): FilePlan | Failure {
  const changes = [{ kind: 'remove', place, before: bytes }] as const;
  if (patch.hunks.length === 0) return { patch, changes, lines: [] };
  const patched = patchBytes({ place, bytes }, patch.hunks);
  if ('success' in patched) return patched;
  if (patched.after.length > 0) {
    return failure(
      `${visibleName(place.name)} has more lines than the patch removes. Read it, then delete it whole.`,
      { path: place.name },
    );
  }
  return { patch, changes, lines: [] };
}

function planUpdate(
  patch: FilePatch,
  { place, bytes }: File,
  patched: Patched,
): FilePlan | Failure {
  if (Buffer.from(patched.after).equals(bytes)) {
    return failure(`The patch of ${visibleName(place.name)} changes nothing.`, {
      path: place.name,
    });
  }
  const edit = { place, before: bytes, after: patched.after, keepsParts: true };
  return { patch, changes: [{ kind: 'write', edit }], lines: patched.lines };
}

function planMove(
  patch: FilePatch,
  move: { readonly file: File; readonly patched: Patched; readonly target: PresentFile },
): FilePlan | Failure {
  const { file, patched, target } = move;
  const { place, bytes } = file;
  if (target.bytes !== undefined) return exists(target.place);
  const edit = { place: target.place, before: undefined, after: patched.after, keepsParts: true };
  const mode = place.stats === undefined ? {} : { mode: place.stats.mode & 0o777 };
  // Written before the other is removed, so that it is never nowhere.
  const changes: readonly Change[] = [
    { kind: 'write', edit, ...mode },
    { kind: 'remove', place, before: bytes },
  ];
  return { patch, changes, lines: patched.lines };
}

/** What does not come back byte for byte would be damaged in places that nobody asked to change. */
function patchBytes({ place, bytes }: File, hunks: readonly Hunk[]): Patched | Failure {
  if (hunks.length === 0) return { after: bytes, lines: [] };
  const name = visibleName(place.name);
  const decoded = decodeText(bytes);
  const again = decoded && encodeText(decoded.text, decoded);
  if (decoded === undefined || again === undefined || !Buffer.from(again).equals(bytes)) {
    return failure(`${name} is no clean text. Change it with exec.`, { binary: true });
  }
  const patched = patchText(decoded.text, hunks);
  if ('problems' in patched) {
    const error = explainProblems(name, decoded.text, patched.problems);
    return failure(error, {
      path: place.name,
      hunks: patched.problems.map(({ number }) => number),
    });
  }
  const after = encodeText(patched.text, decoded);
  if (after === undefined) {
    return failure(`${name} is in ${decoded.encoding}, which lacks a character of the patch.`);
  }
  if (after.length > MAX_FILE_BYTES) {
    return failure(`${name} would be larger than ${byteSize(MAX_FILE_BYTES)}.`);
  }
  return { after, lines: patched.lines };
}
