/**
 * What an option takes: nothing, a value that is mere data, a number, a file, or data that can only be glued on
 * (`-U3`, `--color=never`).
 */
type Kind = 'flag' | 'data' | 'number' | 'path' | 'glued';

/** How the arguments of a program are read. What is not named here it is not known to take. */
export interface Grammar {
  /** By name, as written: `-n`, `--lines`, `-name`. `-#` stands for `-5` and its like. */
  readonly options: ReadonlyMap<string, Kind>;
  /** `pattern`: the first is data unless an option brought it, and the others are files. `words`: nothing is an option. */
  readonly operands: 'none' | 'data' | 'path' | 'paths' | 'pattern' | 'words';
  /** Options that take the place of the pattern. */
  readonly patternOptions: readonly string[];
  /** Whether each word counts where it stands, as in the expression of `find`. */
  readonly inOrder: boolean;
}

export interface GivenOption {
  readonly name: string;
  readonly value: string | undefined;
}

/** A text that may be opened, and the argument that holds it. */
export interface NamedPath {
  readonly at: number;
  readonly text: string;
}

export interface ParsedArguments {
  readonly options: readonly GivenOption[];
  readonly operands: readonly string[];
  readonly paths: readonly NamedPath[];
  /** Arguments that are mere data, however the program is built. */
  readonly data: ReadonlySet<number>;
}

/** Letters that are flags each, and options with what they take: `--lines:number`. */
export function optionMap(letters: string, named: string): Grammar['options'] {
  const flags = [...letters].map((letter) => [`-${letter}`, 'flag'] as const);
  const others = named.split(/\s+/).filter((entry) => entry !== '');
  return new Map([...flags, ...others.map(readEntry)]);
}

const KINDS: readonly string[] = ['data', 'number', 'path', 'glued'] satisfies Kind[];

function readEntry(entry: string): readonly [string, Kind] {
  const [name = '', kind = 'flag'] = entry.split(':');
  if (kind !== 'flag' && !KINDS.includes(kind)) throw new Error(`Unknown kind of option: ${entry}`);
  return [name, kind as Kind];
}

/** Undefined as soon as one word is not understood for certain; long options count in full only. */
export function parseArguments(
  texts: readonly string[],
  grammar: Grammar,
): ParsedArguments | undefined {
  const parsing = createParsing(texts, grammar);
  return parsing.run() ? parsing.result() : undefined;
}

function createParsing(texts: readonly string[], grammar: Grammar) {
  const options: GivenOption[] = [];
  const operands: NamedPath[] = [];
  const paths: NamedPath[] = [];
  const data = new Set<number>();
  const opensFiles = /^(path|paths|pattern)$/.test(grammar.operands);
  let at = 0;

  function run(): boolean {
    let ended = grammar.operands === 'words';
    for (at = 0; at < texts.length; at += 1) {
      const text = texts[at] ?? '';
      const isOption = /^-./.test(text);
      if (ended && isOption && grammar.operands !== 'words') return false;
      if (ended || !isOption) operands.push({ at, text });
      else if (text === '--') ended = true;
      else if (!readOption(text)) return false;
    }
    return placeOperands();
  }

  function readOption(text: string): boolean {
    const kind = grammar.options.get(text);
    if (kind !== undefined) return kind === 'flag' ? give(text) : readNext(text, kind);
    if (/^-\d+$/.test(text)) return grammar.options.has('-#') && give('-#');
    return text.startsWith('--') ? readLong(text) : readCluster(text);
  }

  function readLong(text: string): boolean {
    const [name = '', value] = text.split(/=(.*)/s, 2);
    const kind = grammar.options.get(name);
    if (value === undefined || kind === undefined || kind === 'flag') return false;
    return take({ name, value }, kind, at);
  }

  function readCluster(text: string): boolean {
    for (let position = 1; position < text.length; position += 1) {
      const name = `-${text.charAt(position)}`;
      const kind = grammar.options.get(name);
      const value = text.slice(position + 1);
      if (kind === undefined) return false;
      if (kind === 'flag') give(name);
      else return value === '' ? readNext(name, kind) : take({ name, value }, kind, at);
    }
    return true;
  }

  /** A value that looks like an option is not taken for one. */
  function readNext(name: string, kind: Kind): boolean {
    if (kind === 'glued') return give(name);
    const value = texts[at + 1];
    if (value === undefined || /^-[^\d]/.test(value)) return false;
    at += 1;
    return take({ name, value }, kind, at);
  }

  function give(name: string): boolean {
    options.push({ name, value: undefined });
    return true;
  }

  /** Some programs read no option after the first operand: there a value may be a file as well. */
  function take(option: Required<GivenOption>, kind: Kind, where: number): boolean {
    const { value = '' } = option;
    options.push(option);
    if (kind === 'number') return /^[-+]?\d+[a-zA-Z]*$/.test(value);
    const mayBeFile = opensFiles && !grammar.inOrder && operands.length > 0;
    if (kind === 'path' || mayBeFile) paths.push({ at: where, text: value });
    else data.add(where);
    return true;
  }

  function placeOperands(): boolean {
    const brought = options.some(({ name }) => grammar.patternOptions.includes(name));
    const kept = grammar.operands === 'pattern' && !brought ? 1 : 0;
    const dataCount = opensFiles ? kept : operands.length;
    for (const { at: where } of operands.slice(0, dataCount)) data.add(where);
    paths.push(...operands.slice(dataCount));
    if (grammar.operands === 'none') return operands.length === 0;
    return grammar.operands !== 'path' || operands.length <= 1;
  }

  return {
    run,
    result: () => ({ options, operands: operands.map(({ text }) => text), paths, data }),
  };
}
