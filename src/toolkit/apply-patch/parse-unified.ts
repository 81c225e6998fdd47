import { type FilePatch, type Hunk, patchError } from './parsed-patch.ts';
import { type PatchText, readHead, readHunk } from './read-hunk.ts';
import { gitPath, headerPath, NO_FILE, withoutPrefixes } from './unified-paths.ts';

/** What stands above the hunks of one file. */
interface Header {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly isMove: boolean;
  readonly isNew: boolean;
  readonly isDeleted: boolean;
  readonly executable: boolean;
  /** Line of the patch, 1-based. */
  readonly line: number;
}

const UNABLE: readonly (readonly [RegExp, string])[] = [
  [
    /^(GIT binary patch|Binary files )/,
    'binary changes are not possible; write the file with exec.',
  ],
  [/^old mode /, 'permissions are not changed by patches; use exec with chmod.'],
  [/^(new file|deleted file) mode 120000/, 'links are not changed by patches; use exec.'],
  [/^copy from /, 'a copy is not possible; add the new file whole.'],
];

/** What `diff -u` and git write. Text before the first file is passed over. */
export function parseUnified(lines: readonly string[]): readonly FilePatch[] {
  const text: PatchText = { lines, at: lines.findIndex((_, at) => isFileStart(lines, at)) };
  if (text.at < 0) {
    const wanted =
      'no file is named. Begin with --- a/PATH and +++ b/PATH, or with *** Begin Patch.';
    throw patchError(1, wanted);
  }
  const patches: FilePatch[] = [];
  while (text.at < lines.length) {
    if (isFileStart(lines, text.at)) patches.push(readFile(text));
    else skipBetween(text);
  }
  return patches;
}

/** Two names and a hunk below them: without the hunk they could be lines of the hunk before. */
function isFileStart(lines: readonly string[], at: number): boolean {
  const [line = '', second = '', third = ''] = lines.slice(at, at + 3);
  if (line.startsWith('diff --git ')) return true;
  return line.startsWith('--- ') && second.startsWith('+++ ') && third.startsWith('@@');
}

/** Between two files stand only empty lines, what `svn` and `git format-patch` add, and the end of a code block. */
function skipBetween(text: PatchText): void {
  const line = text.lines[text.at] ?? '';
  if (line === '-- ' || line === '--') {
    text.at = text.lines.length;
    return;
  }
  if (line.trim() !== '' && !/^(```|Index: |=+$|diff )/.test(line)) {
    throw patchError(text.at + 1, 'this belongs to no file and no hunk.');
  }
  text.at += 1;
}

function readFile(text: PatchText): FilePatch {
  const header = readHeader(text);
  const isNext = (at: number) => isFileStart(text.lines, at) || isIndex(text.lines, at);
  const hunks: Hunk[] = [];
  while (text.lines[text.at]?.startsWith('@@')) {
    hunks.push(readHunk(text, readHead(text), isNext));
  }
  return toFilePatch(header, hunks);
}

function isIndex(lines: readonly string[], at: number): boolean {
  return lines[at]?.startsWith('Index: ') === true || lines[at]?.startsWith('diff ') === true;
}

/** Up to the first hunk, or the next file where there is none. */
function readHeader(text: PatchText): Header {
  const line = text.at + 1;
  const git = gitPath(text.lines[text.at] ?? '');
  if (text.lines[text.at]?.startsWith('diff --git ')) text.at += 1;
  const notes = readNotes(text);
  const names = readNames(text);
  const [from, to] = names === undefined ? [git, git] : withoutPrefixes(names);
  return {
    from: notes.get('rename from') ?? from,
    to: notes.get('rename to') ?? to,
    isMove: notes.has('rename to'),
    isNew: notes.has('new file mode') || from === NO_FILE,
    isDeleted: notes.has('deleted file mode') || to === NO_FILE,
    executable: notes.get('new file mode')?.endsWith('755') === true,
    line,
  };
}

const NOTE =
  /^(rename from|rename to|new file mode|deleted file mode|similarity index|dissimilarity index|index) ?(.*)$/;

/** What git says of a file before its names. */
function readNotes(text: PatchText): ReadonlyMap<string, string> {
  const notes = new Map<string, string>();
  for (; text.at < text.lines.length; text.at += 1) {
    const line = text.lines[text.at] ?? '';
    const unable = UNABLE.find(([pattern]) => pattern.test(line));
    if (unable !== undefined) throw patchError(text.at + 1, unable[1]);
    const [, key, value = ''] = NOTE.exec(line) ?? [];
    if (key === undefined) break;
    notes.set(key, value);
  }
  return notes;
}

function readNames(text: PatchText): readonly [string, string] | undefined {
  const [from = '', to = ''] = text.lines.slice(text.at, text.at + 2);
  if (!from.startsWith('--- ') || !to.startsWith('+++ ')) return undefined;
  text.at += 2;
  return [headerPath(from), headerPath(to)];
}

function toFilePatch(header: Header, hunks: readonly Hunk[]): FilePatch {
  const { from, to, isMove, isNew, isDeleted, executable, line } = header;
  if (from === undefined || to === undefined) throw patchError(line, 'this names no file.');
  if (isNew) return { kind: 'add', path: to, text: addedText(hunks, line), executable };
  if (isDeleted) return { kind: 'delete', path: from, hunks };
  if (isMove) return { kind: 'update', path: from, newPath: to, hunks };
  if (from !== to) {
    throw patchError(
      line,
      `it names both ${from} and ${to}. To move a file, say rename from and rename to.`,
    );
  }
  if (hunks.length === 0) throw patchError(line, `nothing is to be changed in ${from}.`);
  return { kind: 'update', path: from, hunks };
}

function addedText(hunks: readonly Hunk[], line: number): string {
  const [hunk, second] = hunks;
  if (hunk === undefined) return '';
  if (second !== undefined || hunk.lines.some(({ kind }) => kind !== 'added')) {
    throw patchError(line, 'a new file has one hunk in which every line begins with +.');
  }
  const text = hunk.lines.map((each) => each.text).join('\n');
  return hunk.newLacksNewline ? text : `${text}\n`;
}
