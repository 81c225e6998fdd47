import { type PathParts, resolveParts } from './paths.ts';
import type { Redirect, SimpleCommand } from './read-commands.ts';
import type { SensitivePlace } from './sensitive-paths.ts';
import type { Word } from './word.ts';

/** One program with its arguments, as it would run: wrappers around it are gone. */
export interface ProgramCall {
  /** Base name in lower case; empty for a command that only assigns or redirects. */
  readonly program: string;
  /** The word that names the program, as written. */
  readonly name: Word | undefined;
  readonly args: readonly Word[];
  readonly redirects: readonly Redirect[];
  readonly assignments: readonly { readonly name: string; readonly value: Word }[];
  /** Folders in which it may run. */
  readonly folders: readonly string[];
  /** What comes before it in the same pipeline, nearest first. */
  readonly sources: readonly SimpleCommand[];
  /** Whether a wrapper starts it. */
  readonly wrapped: boolean;
  /** Whether more arguments come from elsewhere (`xargs`, `find -exec`). */
  readonly openEnded: boolean;
  /** Whether its output becomes words of another command. */
  readonly captured: boolean;
}

export const argTexts = (call: ProgramCall): readonly string[] => call.args.map(({ text }) => text);

/** Whether an option is there: a letter within a cluster, or a long name, cut short or with a value. */
export function hasFlag(call: ProgramCall, letters: string, ...longNames: string[]): boolean {
  return optionsOf(call).some((option) => {
    if (option.startsWith('--')) {
      const given = option.split('=', 1)[0] ?? '';
      return given.length >= 3 && longNames.some((name) => name.startsWith(given));
    }
    return [...letters].some((letter) => option.slice(1).includes(letter));
  });
}

/** Words that may be options. Also after `--`, which may itself be the value of one. */
export function optionsOf(call: ProgramCall): readonly string[] {
  return argTexts(call).filter((text) => /^-./.test(text));
}

/** Words that are no options; those that follow `--` whatever they look like. */
export function operandsOf(call: ProgramCall): readonly Word[] {
  const end = call.args.findIndex(({ text }) => text === '--');
  const before = end < 0 ? call.args : call.args.slice(0, end);
  const after = end < 0 ? [] : call.args.slice(end + 1);
  return [...before.filter(({ text }) => !/^-./.test(text)), ...after];
}

/** The first operand: what `git`, `npm` and their like call the command. */
export function subcommandOf(call: ProgramCall): string {
  return operandsOf(call)[0]?.text ?? '';
}

/** Every path that the text may name, one a possible folder. */
export function pathsOf(
  text: string,
  call: ProgramCall,
  { home }: SensitivePlace,
): readonly PathParts[] {
  const texts = call.openEnded && text.includes('{}') ? fillIn(text) : [text];
  return texts.flatMap((each) =>
    call.folders.map((folder) => resolveParts(each, { home, folder })),
  );
}

/** `{}` stands for any name, a hidden one too. */
function fillIn(text: string): readonly string[] {
  return ['*', '.*'].map((name) => text.replaceAll('{}', name));
}

/** Files that the call writes by redirection. */
export function writtenByRedirect(call: ProgramCall): readonly Word[] {
  return call.redirects
    .filter(({ operator, target }) => operator.includes('>') && !/^&?(\d+|-)$/.test(target.text))
    .map(({ target }) => target);
}

/** Texts within a word that may be paths: the whole, and what stands between `=`, `@`, `:`, `,` or after an option letter. */
export function pathPieces(text: string): readonly string[] {
  const pieces = new Set([text, ...text.split(/[=@:,]/)]);
  const glued = /^-[A-Za-z]+([/~.].*)$/s.exec(text)?.[1];
  if (glued !== undefined) pieces.add(glued);
  if (/^file:/i.test(text) || text.includes('=file:'))
    pieces.add(text.slice(text.indexOf('file:')));
  return [...pieces].filter((piece) => piece !== '');
}
