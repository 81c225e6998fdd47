import { type Grammar, optionMap, type ParsedArguments } from './arguments.ts';

/** A program, or a subcommand, of which it is known how each of its arguments is read. */
export interface Reader extends Grammar {
  /** What else must hold for it to change nothing. */
  readonly provided: (parsed: ParsedArguments) => boolean;
  /** Whether it reads whatever lies below a folder. */
  readonly sweeps: (parsed: ParsedArguments) => boolean;
  /** Whether it would follow links inside a folder that it is given. */
  readonly filesOnly: boolean;
}

type More = Partial<Pick<Reader, 'provided' | 'sweeps' | 'filesOnly' | 'inOrder'>> & {
  readonly patternOptions?: readonly string[];
};

/** The options are written as `optionMap` takes them. */
export function reader(operands: Grammar['operands'], options = '', more: More = {}): Reader {
  return {
    operands,
    options: optionMap(options),
    patternOptions: [],
    inOrder: false,
    provided: () => true,
    sweeps: () => false,
    filesOnly: false,
    ...more,
  };
}

export function isGiven({ options }: ParsedArguments, ...names: readonly string[]): boolean {
  return options.some(({ name }) => names.includes(name));
}
