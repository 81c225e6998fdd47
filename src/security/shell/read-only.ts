import { type ParsedArguments, parseArguments } from './arguments.ts';
import { argTexts, type ProgramCall, writtenByRedirect } from './program-call.ts';
import type { Reader } from './reader.ts';
import { readerOf } from './reader-table.ts';

/** Programs that read whatever words they are given, and do nothing else to what these name. */
const TAKES_ANYTHING = new Set(
  (
    'ls cat head tail grep egrep fgrep wc stat du nl tac od cut cmp diff basename dirname realpath readlink echo test ' +
    'md5sum sha1sum sha256sum sha512sum cksum'
  ).split(' '),
);

export function isReader(program: string): boolean {
  return TAKES_ANYTHING.has(program);
}

/** A call all of whose words are understood. */
export interface ReadCall {
  readonly reader: Reader;
  readonly parsed: ParsedArguments;
  /** Arguments before the first that was parsed: of `git`, the name of the command. */
  readonly from: number;
}

/** Undefined where the program is not known, or one of its words is not. */
export function readCall(call: ProgramCall): ReadCall | undefined {
  const known = readerOf(call);
  if (known === undefined) return undefined;
  const parsed = parseArguments(argTexts(call).slice(known.from), known.reader);
  return parsed && { ...known, parsed };
}

/**
 * Whether nothing can change when this call runs: a known program, every option of it on its list, no name that
 * the shell fills in, and no file written by redirection. Where it reads is another question.
 */
export function onlyReads(call: ProgramCall): boolean {
  const name = call.name?.text ?? '';
  if (name === '' || name !== call.program || call.assignments.length > 0) return false;
  if (call.openEnded || call.args.some(({ glob }) => glob)) return false;
  if (writtenByRedirect(call).some(({ text }) => text !== '/dev/null')) return false;
  const read = readCall(call);
  return read?.reader.provided(read.parsed) === true;
}

/**
 * Words of the call, without those that are mere data: a pattern to search for, a text to print. A word is data only
 * where all of them are understood; what is printed is none when it becomes the words of another command.
 */
export function namingTexts(call: ProgramCall): readonly string[] {
  const read = readCall(call);
  if (read === undefined) return argTexts(call);
  const texts = call.args.filter(
    ({ glob }, at) => glob || call.captured || !read.parsed.data.has(at - read.from),
  );
  return texts.flatMap(({ text }) => (call.captured ? text.split(/\s+/) : [text]));
}
