import { isEnvelope, parseEnvelope } from './parse-envelope.ts';
import { parseUnified } from './parse-unified.ts';
import { type FilePatch, patchError } from './parsed-patch.ts';

const MOST_FILES = 200;

/** What the patch wants, in either form; two updates of one file are one. Throws `invalid_input` naming the line. */
export function parsePatch(patch: string): readonly FilePatch[] {
  const lines = patch.split(/\r?\n/);
  const parsed = isEnvelope(lines) ? parseEnvelope(lines) : parseUnified(lines);
  const patches = joinUpdates(parsed);
  if (patches.length === 0) throw patchError(1, 'it changes no file.');
  if (patches.length > MOST_FILES) {
    throw patchError(1, `it changes ${patches.length} files; ${MOST_FILES} are possible at once.`);
  }
  return patches;
}

function joinUpdates(patches: readonly FilePatch[]): readonly FilePatch[] {
  const joined: FilePatch[] = [];
  for (const patch of patches) {
    const at = joined.findIndex(({ path }) => path === patch.path);
    const earlier = joined[at];
    const canJoin =
      earlier?.kind === 'update' && patch.kind === 'update' && patch.newPath === undefined;
    if (canJoin) joined[at] = { ...earlier, hunks: [...earlier.hunks, ...patch.hunks] };
    else joined.push(patch);
  }
  return joined;
}
