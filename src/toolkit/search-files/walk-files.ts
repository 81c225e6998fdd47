import { type Dirent, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInside, refusalOf } from '../../security/path-policy.ts';
import { type Glob, parseGlob } from './glob.ts';
import { type HeldFolder, holdFolder, readOrdinaryFile } from './held-folder.ts';
import { addRules, type IgnoreRules, NOTHING_IGNORED } from './ignore-rules.ts';
import { MAX_SEARCHED_BYTES, NEVER_SEARCHED, type SearchRequest } from './search-request.ts';

export interface FoundFile {
  /** Relative to the workspace. */
  readonly name: string;
  /** To be read before the next file is asked for; undefined when it cannot be. */
  read(): Buffer | undefined;
}

interface Walk {
  readonly request: SearchRequest;
  readonly glob: Glob | undefined;
  /** Whether the glob names what is left out. */
  readonly leavesOut: boolean;
  /** Private paths below the workspace, folded. */
  readonly closed: ReadonlySet<string>;
}

const MAX_RULES_BYTES = 1_000_000;
const DEEPEST = 64;

/** Every file that a search looks at, in the order of its path. */
export function* walkFiles(request: SearchRequest): Generator<FoundFile> {
  const { bounds, path, name, glob } = request;
  const folder = holdFolder(path);
  if (folder === undefined) {
    yield { name, read: () => readOrdinaryFile(path, MAX_SEARCHED_BYTES) };
    return;
  }
  const closed = bounds.privatePaths.filter((inside) => isInside(bounds.workspace, inside));
  const walk: Walk = {
    request,
    glob: glob === undefined ? undefined : parseGlob(glob.replace(/^!/, '')),
    leavesOut: glob?.startsWith('!') === true,
    closed: new Set(closed.map(fold)),
  };
  if (refusalOf(folder.realPath, bounds) !== undefined) folder.close();
  else yield* walkFolder(walk, folder, { name, rules: rulesAbove(request), depth: 0 });
}

interface Level {
  readonly name: string;
  readonly rules: IgnoreRules;
  readonly depth: number;
}

/** Closes the folder at the end, also when nobody asks for more. */
function* walkFolder(walk: Walk, folder: HeldFolder, level: Level): Generator<FoundFile> {
  try {
    const rules = withOwnRules(folder, level);
    for (const entry of entriesOf(folder)) {
      const name = level.name === '.' ? entry.name : `${level.name}/${entry.name}`;
      const place = folder.entry(entry.name);
      if (entry.isDirectory()) yield* enter(walk, place, { name, rules, depth: level.depth + 1 });
      else if (entry.isFile() && isWanted(walk, { name, rules })) {
        yield { name, read: () => readOrdinaryFile(place, MAX_SEARCHED_BYTES) };
      }
    }
  } finally {
    folder.close();
  }
}

function* enter(walk: Walk, place: string, level: Level): Generator<FoundFile> {
  if (level.depth > DEEPEST || !isOpen(walk, level)) return;
  const folder = holdFolder(place);
  if (folder !== undefined) yield* walkFolder(walk, folder, level);
}

function entriesOf(folder: HeldFolder): readonly Dirent[] {
  try {
    const entries = readdirSync(folder.entry('.'), { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

type Candidate = Pick<Level, 'name' | 'rules'>;

function isOpen(walk: Walk, { name, rules }: Candidate): boolean {
  const last = name.slice(name.lastIndexOf('/') + 1);
  if (NEVER_SEARCHED.includes(last) || isClosed(walk, name)) return false;
  return isNamed(walk, name) ? !walk.leavesOut : !rules.ignores(name, true);
}

/** A file that the pattern names is looked at although .gitignore names it too. */
function isWanted(walk: Walk, { name, rules }: Candidate): boolean {
  if (isClosed(walk, name)) return false;
  if (walk.glob === undefined) return !rules.ignores(name, false);
  if (walk.leavesOut) return !rules.ignores(name, false) && !isNamed(walk, name);
  return isNamed(walk, name);
}

/** Whether the pattern fits, seen from the workspace or from the folder that is searched. */
function isNamed({ glob, request }: Walk, name: string): boolean {
  const start = request.name === '.' ? '' : `${request.name}/`;
  return glob?.fits(name) === true || glob?.fits(name.slice(start.length)) === true;
}

function isClosed({ request, closed }: Walk, name: string): boolean {
  return closed.size > 0 && closed.has(fold(join(request.bounds.workspace, name)));
}

function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** What the folders between the workspace and the start say. */
function rulesAbove({ bounds, name }: SearchRequest): IgnoreRules {
  const folders: string[] = [];
  for (let folder = name; folder !== '.'; ) {
    folder = dirname(folder);
    folders.unshift(folder);
  }
  return folders.reduce((rules, folder) => {
    const held = holdFolder(join(bounds.workspace, folder));
    if (held === undefined) return rules;
    const extended = withOwnRules(held, { name: folder, rules });
    held.close();
    return extended;
  }, NOTHING_IGNORED);
}

function withOwnRules(folder: HeldFolder, { name, rules }: Candidate): IgnoreRules {
  const bytes = readOrdinaryFile(folder.entry('.gitignore'), MAX_RULES_BYTES);
  return bytes === undefined ? rules : addRules(rules, name, bytes.toString('utf8'));
}
