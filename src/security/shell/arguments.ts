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

/** Options with what they take, `--lines:number`; `-[abc]` stands for three that take nothing. */
export function optionMap(text: string): Grammar['options'] {
  const entries = text.split(/\s+/).filter((entry) => entry !== '');
  return new Map(entries.flatMap(readEntry));
}

const KINDS: readonly string[] = ['data', 'number', 'path', 'glued'] satisfies Kind[];

function readEntry(entry: string): readonly (readonly [string, Kind])[] {
  const letters = /^-\[(.+)\]$/.exec(entry)?.[1];
  if (letters !== undefined) return [...letters].map((letter) => [`-${letter}`, 'flag'] as const);
  const [name = '', kind = 'flag'] = entry.split(':');
  if (kind !== 'flag' && !KINDS.includes(kind)) throw new Error(`Unknown kind of option: ${entry}`);
  return [[name, kind as Kind]];
}

/** Undefined as soon as one word is not understood for certain; long options count in full only. */
export function parseArguments(
  texts: readonly string[],
  grammar: Grammar,
): ParsedArguments | undefined {
  const read = readWords(texts, grammar);
  return read && placeOperands(read, grammar);
}

interface ReadWords {
  readonly options: readonly GivenOption[];
  readonly operands: readonly NamedPath[];
  /** Values of options, by what they are. */
  readonly paths: readonly NamedPath[];
  readonly data: ReadonlySet<number>;
}

const opensFiles = ({ operands }: Grammar): boolean => /^(path|paths|pattern)$/.test(operands);

function readWords(texts: readonly string[], grammar: Grammar): ReadWords | undefined {
  const options: GivenOption[] = [];
  const operands: NamedPath[] = [];
  const paths: NamedPath[] = [];
  const data = new Set<number>();
  let at = 0;
  let ended = false;

  function readWord(text: string): boolean {
    if (!/^-./.test(text) || grammar.operands === 'words') {
      operands.push({ at, text });
      return true;
    }
    // Where no option is read after an operand, it would be the second operand: what is written.
    if (ended || (grammar.operands === 'path' && operands.length > 0)) return false;
    ended = text === '--';
    return ended || readOption(text);
  }

  function readOption(text: string): boolean {
    const kind = grammar.options.get(text);
    if (kind !== undefined) return kind === 'flag' ? give(text) : readNext(text, kind);
    if (/^-\d+$/.test(text) && grammar.options.has('-#')) return give('-#');
    return text.startsWith('--') ? readLong(text) : readCluster(text);
  }

  function readLong(text: string): boolean {
    const [name = '', value] = text.split(/=(.*)/s, 2);
    const kind = grammar.options.get(name);
    if (value === undefined || kind === undefined || kind === 'flag') return false;
    return take({ name, value }, kind, at);
  }

  function readCluster(text: string): boolean {
    const letters = [...text.slice(1)];
    const taking = letters.findIndex((letter) => grammar.options.get(`-${letter}`) !== 'flag');
    const flags = taking < 0 ? letters : letters.slice(0, taking);
    for (const letter of flags) give(`-${letter}`);
    if (taking < 0) return true;
    const name = `-${letters[taking]}`;
    const kind = grammar.options.get(name);
    const value = letters.slice(taking + 1).join('');
    if (kind === undefined) return false;
    return value === '' ? readNext(name, kind) : take({ name, value }, kind, at);
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
    const mayBeFile = opensFiles(grammar) && !grammar.inOrder && operands.length > 0;
    if (kind === 'path' || mayBeFile) paths.push({ at: where, text: value });
    else data.add(where);
    return true;
  }

  for (; at < texts.length; at += 1) {
    if (!readWord(texts[at] ?? '')) return undefined;
  }
  return { options, operands, paths, data };
}

function placeOperands(read: ReadWords, grammar: Grammar): ParsedArguments | undefined {
  const { options, operands } = read;
  if (grammar.operands === 'none' && operands.length > 0) return undefined;
  if (grammar.operands === 'path' && operands.length > 1) return undefined;
  const brought = options.some(({ name }) => grammar.patternOptions.includes(name));
  const patterns = grammar.operands === 'pattern' && !brought ? 1 : 0;
  const dataCount = opensFiles(grammar) ? patterns : operands.length;
  return {
    options,
    operands: operands.map(({ text }) => text),
    paths: [...read.paths, ...operands.slice(dataCount)],
    data: new Set([...read.data, ...operands.slice(0, dataCount).map(({ at }) => at)]),
  };
}
