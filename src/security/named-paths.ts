import { type ProgramCall, pathPieces } from './shell/program-call.ts';
import { readCommands } from './shell/read-commands.ts';
import { readCall } from './shell/read-only.ts';
import { unwrap } from './shell/unwrap.ts';

export { isCredentialFile } from './shell/sensitive-paths.ts';

/** A text in a command that may be a path, for whoever can look where its links lead. */
export interface NamedPath {
  readonly text: string;
  /** Folders in which it may be read. */
  readonly folders: readonly string[];
  /** Whether the program would follow links inside it, were it a folder. */
  readonly filesOnly: boolean;
}

const DEEPEST = 6;
const SEPARATORS = /[\s;|&<>()=,:]+/;

/** Everything in the command text that may be a path: too much rather than too little. */
export function namedPaths(command: string, folder: string): readonly NamedPath[] {
  const plain = command.replaceAll(/["'\\]/g, '').split(SEPARATORS);
  return [
    ...callsIn(command, [folder], 0).flatMap(pathsOfCall),
    ...plain.filter(isUsable).map((text) => ({ text, folders: [folder], filesOnly: false })),
  ];
}

function callsIn(text: string, folders: readonly string[], depth: number): readonly ProgramCall[] {
  if (depth > DEEPEST) return [];
  // Nobody's home: what `~` stands for is not known here.
  return readCommands(text, { home: '~', folders }).commands.flatMap((command) => {
    const { calls, texts } = unwrap(command, '~');
    return [...calls, ...texts.flatMap((inner) => callsIn(inner, command.folders, depth + 1))];
  });
}

function pathsOfCall(call: ProgramCall): readonly NamedPath[] {
  const read = readCall(call);
  const words = [call.name, ...call.args, ...call.redirects.map(({ target }) => target)];
  const texts = words.flatMap((word) => piecesOf(word?.text ?? ''));
  const parsed = read?.parsed.paths.map(({ text }) => text) ?? [];
  const { folders } = call;
  const filesOnly = read?.reader.filesOnly ?? false;
  return [...new Set([...texts, ...parsed])]
    .filter(isUsable)
    .map((text) => ({ text, folders, filesOnly: filesOnly && parsed.includes(text) }));
}

function piecesOf(text: string): readonly string[] {
  const glued = /^-[A-Za-z](.+)$/s.exec(text)?.[1];
  return glued === undefined ? pathPieces(text) : [...pathPieces(text), glued];
}

const isUsable = (text: string): boolean => text !== '' && !text.includes('\0');
