import { meaningfulTexts } from './meaningful-texts.ts';
import { isAtOrBelow, type PathParts } from './paths.ts';
import { type ProgramCall, pathPieces, pathsOf } from './program-call.ts';
import type { SensitivePlace } from './sensitive-paths.ts';

/** What every user of the machine may know: programs, libraries and plain facts of the system. */
const COMMON = ['usr', 'bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32', 'etc', 'opt', 'nix'];
const COMMON_FILES =
  /^\/(dev\/(null|zero|u?random|stdin|stdout|stderr)|proc\/(cpuinfo|meminfo|version|loadavg|uptime|stat))$/;

/** Programs whose words are no names of files that they open. */
const NO_FILES = new Set(
  'tr seq sleep date basename dirname whoami id groups uname type which true false'.split(' '),
);
/** A field separator, which may be a slash. */
const SEPARATOR = /^-[dt]./;

/** Whether the call stays in the workspace and in what everybody may read, so that reading needs no question. */
export function staysWithinReach(call: ProgramCall, place: SensitivePlace): boolean {
  if (NO_FILES.has(call.program)) return true;
  const words = meaningfulTexts(call).filter(
    (text) => !((call.program === 'cut' || call.program === 'sort') && SEPARATOR.test(text)),
  );
  const texts = [...words, ...call.redirects.map(({ target }) => target.text)];
  return texts.flatMap(pathPieces).every((piece) => isWithinReach(piece, call, place));
}

function isWithinReach(piece: string, call: ProgramCall, place: SensitivePlace): boolean {
  if (COMMON_FILES.test(piece)) return true;
  // What lies above a folder of the system depends on links that only the disk knows.
  if (/^\/.*\/\.\.(\/|$)/.test(piece)) return false;
  // Links to folders of other processes.
  if (/(^|\/)proc(\/|$)/.test(piece) && piece.startsWith('/')) return false;
  return pathsOf(piece, call, place).every((path) => isReadable(path, place));
}

function isReadable(path: PathParts, { workspace }: SensitivePlace): boolean {
  return isAtOrBelow(path, workspace) || COMMON.includes(path[0] ?? '');
}
