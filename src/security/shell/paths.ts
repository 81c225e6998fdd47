/** Where a path is read: whose home `~` is, and which folder a relative path starts from. */
export interface PathPlace {
  readonly home: string;
  readonly folder: string;
}

/** The names along an absolute path, from the root, in lower case: some file systems fold case. Globs stay. */
export type PathParts = readonly string[];

export function partsOf(path: string): PathParts {
  return path
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '');
}

/** The absolute path that `text` names, `~`, `.`, `..`, `file://` and links under `/proc` resolved. */
export function resolvePath(text: string, place: PathPlace): string {
  return `/${walk(text, place).join('/')}`;
}

export function resolveParts(text: string, place: PathPlace): PathParts {
  return walk(text, place).map((part) => part.toLowerCase());
}

function walk(text: string, { home, folder }: PathPlace): readonly string[] {
  const path = expandHome(fromFileUrl(text), { home, folder });
  const parts: string[] = [];
  if (!path.startsWith('/')) enter(folder, parts, folder);
  enter(path, parts, folder);
  return parts;
}

function enter(path: string, parts: string[], folder: string) {
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') leave(parts);
    else if (!leadsOut(part, parts, folder)) parts.push(part);
  }
}

/** Links that every system has: what lies above one is not what the text says. */
const SYSTEM_LINKS: Readonly<Record<string, PathParts>> = {
  'dev/fd': ['proc', 'self', 'fd'],
  'proc/net': ['proc', 'self', 'net'],
  'proc/mounts': ['proc', 'self', 'mounts'],
  'var/run': ['run'],
  'var/lock': ['run', 'lock'],
  bin: ['usr', 'bin'],
  sbin: ['usr', 'sbin'],
  lib: ['usr', 'lib'],
  lib64: ['usr', 'lib64'],
};

function leave(parts: string[]) {
  const link = parts.join('/');
  const target = Object.hasOwn(SYSTEM_LINKS, link) ? SYSTEM_LINKS[link] : undefined;
  if (target !== undefined) parts.splice(0, parts.length, ...target);
  parts.pop();
}

function leadsOut(part: string, parts: string[], folder: string): boolean {
  if ((part !== 'root' && part !== 'cwd') || !isProcess(parts)) return false;
  parts.length = 0;
  if (part === 'cwd') parts.push(...folder.split('/').filter((name) => name !== ''));
  return true;
}

/** `/proc/<process>` or a thread of it: its `root` and `cwd` lead back out. */
function isProcess(parts: PathParts): boolean {
  if (parts[0] !== 'proc') return false;
  return parts.length === 2 || (parts.length === 4 && parts[2] === 'task');
}

function fromFileUrl(text: string): string {
  if (!/^file:/i.test(text)) return text;
  const path = text.replace(/^file:(\/\/[^/]*)?/i, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function expandHome(path: string, { home, folder }: PathPlace): string {
  if (!path.startsWith('~')) return path;
  const end = path.indexOf('/');
  const user = path.slice(1, end < 0 ? undefined : end);
  const rest = end < 0 ? '' : path.slice(end);
  if (user === '') return `${home}${rest}`;
  if (user === '+') return `${folder}${rest}`;
  return `${user === 'root' ? '/root' : `/home/${user}`}${rest}`;
}

/**
 * Whether `path` can be `pattern` or lie below it, part by part. Both may hold globs; a glob of the path does not
 * stand for a hidden name unless it begins with a dot, as in a shell.
 */
export function isAtOrBelow(path: PathParts, pattern: PathParts): boolean {
  return pattern.every((wanted, index) => {
    const part = path[index];
    return part !== undefined && canBeSame(part, wanted);
  });
}

/** Whether `path` can be exactly `pattern`. */
export function isExactly(path: PathParts, pattern: PathParts): boolean {
  return path.length === pattern.length && isAtOrBelow(path, pattern);
}

function canBeSame(part: string, wanted: string): boolean {
  if (part === wanted) return true;
  const isGlob = hasGlob(part);
  if (hasGlob(wanted)) return isGlob || matchesGlob(part, wanted);
  return isGlob && !(wanted.startsWith('.') && !part.startsWith('.')) && matchesGlob(wanted, part);
}

export function hasGlob(part: string): boolean {
  return part.includes('*') || part.includes('?') || part.includes('[');
}

/** A set such as `[a-z]` stands for any one character. */
function matchesGlob(name: string, glob: string): boolean {
  if (glob === '*') return true;
  const pieces = glob.match(/\[[^\]]+\]|\*+|[\s\S]/g) ?? [];
  // Positions in `name` that the pieces so far can have reached.
  let reached = new Set([0]);
  for (const piece of pieces) {
    reached = new Set([...reached].flatMap((at) => endsOf(piece, name, at)));
  }
  return reached.has(name.length);
}

function endsOf(piece: string, name: string, at: number): readonly number[] {
  if (piece.startsWith('*')) {
    return Array.from({ length: name.length - at + 1 }, (_, step) => at + step);
  }
  const fits = at < name.length && (piece === '?' || piece.length > 1 || name[at] === piece);
  return fits ? [at + 1] : [];
}
