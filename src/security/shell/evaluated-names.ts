import { argTexts, type ProgramCall } from './program-call.ts';

/** Builtins all of whose operands are names of variables, or assignments to such names. */
const TAKE_NAMES = new Set([
  'read',
  'readarray',
  'mapfile',
  'unset',
  'declare',
  'typeset',
  'local',
  'readonly',
  'let',
  'getopts',
]);

/** By program, the options whose value is such a name. */
const NAME_OPTIONS: Readonly<Record<string, RegExp>> = {
  test: /^-[vR]/,
  '[': /^-[vR]/,
  printf: /^-v/,
  wait: /^-p/,
};

/** What the call takes as names of variables, options and values included where they cannot be told apart. */
export function namesTaken(call: ProgramCall): readonly string[] {
  const texts = argTexts(call);
  const { program } = call;
  if (TAKE_NAMES.has(program)) return texts.map((text) => text.split('=', 1)[0] ?? '');
  const option = Object.hasOwn(NAME_OPTIONS, program) ? NAME_OPTIONS[program] : undefined;
  if (option === undefined) return [];
  return texts.flatMap((text, at) =>
    option.test(text) ? [text.length > 2 ? text.slice(2) : (texts[at + 1] ?? '')] : [],
  );
}

/** A subscript in the name of a variable is code, quoted or not: `test -v 'a[$(id)]'` runs `id`. */
export function findEvaluatedName(call: ProgramCall): string | undefined {
  return namesTaken(call).find((name) => name.includes('['));
}
