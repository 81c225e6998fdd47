import { posix } from 'node:path';
import { isAtOrBelow } from './paths.ts';
import { type ProgramCall, pathsOf } from './program-call.ts';
import { readCall } from './read-only.ts';
import { isCredentialFile, type SensitivePlace } from './sensitive-paths.ts';
import type { Word } from './word.ts';

/** Plain facts of the system that every program may know. */
const HARMLESS = new Set([
  '/dev/null',
  '/etc/os-release',
  '/proc/cpuinfo',
  '/proc/meminfo',
  '/proc/version',
  '/proc/loadavg',
  '/proc/uptime',
]);
/** What the shell or the program puts in the place of the word. */
const STANDS_FOR_ANOTHER = /^file:|(^|[=:])~/i;

/**
 * Whether all that the call opens lies in the workspace as far as the text tells, or is harmless. Links the disk
 * knows: whoever runs the command looks where they lead.
 */
export function staysWithinReach(call: ProgramCall, place: SensitivePlace): boolean {
  const read = readCall(call);
  if (read === undefined || !call.folders.every((folder) => isWithin(folder, place))) return false;
  const named = read.parsed.paths.map(({ at, text }) => ({
    word: call.args[at + read.from],
    text,
  }));
  const redirected = call.redirects
    .filter(({ operator }) => operator === '<')
    .map(({ target }) => ({ word: target, text: target.text }));
  if (read.reader.sweeps(read.parsed) && findsOwnFile(named, { call, place })) return false;
  return [...named, ...redirected].every((path) => isWithinReach(path, { call, place }));
}

interface Named {
  readonly word: Word | undefined;
  readonly text: string;
}

interface Around {
  readonly call: ProgramCall;
  readonly place: SensitivePlace;
}

function isWithinReach({ word, text }: Named, { call, place }: Around): boolean {
  if (word === undefined || word.dynamic || word.glob || STANDS_FOR_ANOTHER.test(text))
    return false;
  if (HARMLESS.has(text)) return true;
  if (isCredentialFile(text)) return false;
  return call.folders.every((folder) => isWithin(posix.resolve(folder, text), place));
}

function isWithin(path: string, { root }: SensitivePlace): boolean {
  return path === root || path.startsWith(root === '/' ? root : `${root}/`);
}

/** Whether a file of the runtime lies in a folder that the call searches through. */
function findsOwnFile(named: readonly Named[], { call, place }: Around): boolean {
  const starts = named.length === 0 ? ['.'] : named.map(({ text }) => text);
  const searched = starts.flatMap((text) => pathsOf(text, call, place));
  return searched.some((start) => place.ownFiles.some((own) => isAtOrBelow(own, start)));
}
