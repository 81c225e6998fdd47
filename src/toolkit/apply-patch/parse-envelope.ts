import { type FilePatch, type Hunk, patchError } from './parsed-patch.ts';
import { type PatchText, readHead, readHunk } from './read-hunk.ts';

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const SECTION = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;

export function isEnvelope(lines: readonly string[]): boolean {
  return lines.find((line) => line.trim() !== '' && line.trim() !== '```')?.trim() === BEGIN;
}

/** The form between `*** Begin Patch` and `*** End Patch`. */
export function parseEnvelope(lines: readonly string[]): readonly FilePatch[] {
  const end = lines.findIndex((line) => line.trim() === END);
  if (end < 0) throw patchError(lines.length, `${END} is missing. Was the patch cut off?`);
  const begin = lines.findIndex((line) => line.trim() === BEGIN);
  const text: PatchText = { lines: lines.slice(0, end), at: begin + 1 };
  const patches: FilePatch[] = [];
  while (text.at < end) {
    if (text.lines[text.at]?.trim() === '') text.at += 1;
    else patches.push(readSection(text));
  }
  return patches;
}

function readSection(text: PatchText): FilePatch {
  const [, action, name = ''] = SECTION.exec(text.lines[text.at] ?? '') ?? [];
  const path = name.trim();
  if (action === undefined) {
    const wanted = 'say *** Add File: PATH, *** Update File: PATH or *** Delete File: PATH.';
    throw patchError(text.at + 1, wanted);
  }
  text.at += 1;
  if (action === 'Add') return { kind: 'add', path, text: readAdded(text), executable: false };
  if (action === 'Delete') return { kind: 'delete', path, hunks: [] };
  return readUpdate(text, path);
}

/** Every line begins with `+`; an empty one among them can only be an empty line. */
function readAdded(text: PatchText): string {
  const added: string[] = [];
  for (; text.at < text.lines.length && !isNextFile(text, text.at); text.at += 1) {
    const line = text.lines[text.at] ?? '';
    if (line !== '' && !line.startsWith('+')) {
      throw patchError(text.at + 1, 'begin each line of an added file with +.');
    }
    added.push(line);
  }
  while (added.at(-1) === '') added.pop();
  return added.map((line) => `${line.slice(1)}\n`).join('');
}

function readUpdate(text: PatchText, path: string): FilePatch {
  const [, target] = MOVE.exec(text.lines[text.at] ?? '') ?? [];
  if (target !== undefined) text.at += 1;
  const hunks = readHunks(text);
  if (target !== undefined) return { kind: 'update', path, newPath: target.trim(), hunks };
  if (hunks.length === 0) throw patchError(text.at, `nothing is to be changed in ${path}.`);
  return { kind: 'update', path, hunks };
}

function readHunks(text: PatchText): readonly Hunk[] {
  const hunks: Hunk[] = [];
  while (text.at < text.lines.length && !isNextFile(text, text.at)) {
    if (text.lines[text.at] === '') text.at += 1;
    else hunks.push(readHunk(text, readHead(text), (at) => isNextFile(text, at)));
  }
  return hunks;
}

function isNextFile({ lines }: PatchText, at: number): boolean {
  return SECTION.test(lines[at] ?? '');
}
