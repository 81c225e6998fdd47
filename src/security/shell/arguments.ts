/**
 * What an option takes: nothing, a value that is mere data, a number, a file, data that can only be glued on (`-U3`,
 * `--color=never`), or the text of a command. With a `query` the program only answers, whatever else it is given.
 */
type Kind = 'flag' | 'data' | 'number' | 'path' | 'glued' | 'text' | 'query';

/** What is known of the options of a program, by name as written: `-n`, `--lines`, `-name`; `-#` stands for `-5`. */
export type OptionMap = ReadonlyMap<string, Kind>;

/** How the arguments of a program are read. What is not named here it is not known to take. */
export interface Grammar {
  readonly options: OptionMap;
  /** `pattern`: the first is data unless an option brought it, and the others are files. `words`: nothing is an option. */
  readonly operands: 'none' | 'data' | 'path' | 'paths' | 'pattern' | 'words';
  /** Options that take the place of the pattern. */
  readonly patternOptions: readonly string[];
  /** Whether each word counts where it stands, as in the expression of `find`. */
  readonly inOrder: boolean;
}

export interface GivenOption {
  readonly name: string;
  readonly kind: Kind;
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

/** Options with what they take, `--lines:number`; `-[abc]` stands for `-a -b -c`. */
export function optionMap(text: string): OptionMap {
  const entries = text.split(/\s+/).filter((entry) => entry !== '');
  return new Map(entries.flatMap(readEntry));
}

const KINDS = new Set<string>([
  'flag',
  'data',
  'number',
  'path',
  'glued',
  'text',
  'query',
] satisfies Kind[]);
const isKind = (text: string): text is Kind => KINDS.has(text);

function readEntry(entry: string): readonly (readonly [string, Kind])[] {
  const [, name = '', kind = 'flag'] = /^([^:]+)(?::(.+))?$/.exec(entry) ?? [];
  if (!isKind(kind)) throw new Error(`Unknown kind of option: ${entry}`);
  const letters = /^-\[(.+)\]$/.exec(name)?.[1];
  const names = letters === undefined ? [name] : [...letters].map((letter) => `-${letter}`);
  return names.map((each) => [each, kind]);
}

/** The options in one word, and how many words they take together. */
export interface OptionWord {
  readonly given: readonly GivenOption[];
  readonly words: 1 | 2;
}

/**
 * Reads an option with the word after it. Undefined when it is none or is not known for certain: long options count in
 * full only, and a value that looks like an option is not taken for one.
 */
export function readOptionWord(
  text: string,
  next: string | undefined,
  options: OptionMap,
): OptionWord | undefined {
  if (!text.startsWith('-')) return undefined;
  const kind = options.get(text);
  if (kind !== undefined) return withValue([], { name: text, kind }, { next });
  if (/^-\d+$/.test(text) && options.has('-#')) return withValue([], NUMBER, {});
  return text.startsWith('--') ? readLong(text, options) : readCluster(text, next, options);
}

const NUMBER = { name: '-#', kind: 'flag' } as const;

function readLong(text: string, options: OptionMap): OptionWord | undefined {
  const [name = '', value] = text.split(/=(.*)/s, 2);
  const kind = options.get(name);
  if (value === undefined || kind === undefined || kind === 'flag') return undefined;
  return { given: [{ name, kind, value }], words: 1 };
}

function readCluster(
  text: string,
  next: string | undefined,
  options: OptionMap,
): OptionWord | undefined {
  const letters = [...text.slice(1)];
  const kinds = letters.map((letter) => options.get(`-${letter}`));
  const taking = kinds.findIndex((kind) => kind !== 'flag' && kind !== 'query');
  const end = taking < 0 ? letters.length - 1 : taking;
  const kind = kinds[end];
  if (kind === undefined) return undefined;
  const before = letters.slice(0, end).map((letter, at) => ({
    name: `-${letter}`,
    kind: kinds[at] ?? 'flag',
    value: undefined,
  }));
  const glued = letters.slice(end + 1).join('');
  return withValue(before, { name: `-${letters[end]}`, kind }, { glued, next });
}

function withValue(
  before: readonly GivenOption[],
  option: Omit<GivenOption, 'value'>,
  { glued = '', next }: { readonly glued?: string; readonly next?: string | undefined },
): OptionWord | undefined {
  const takesNext = !/^(flag|query|glued)$/.test(option.kind) && glued === '';
  if (takesNext && (next === undefined || /^-[^\d]/.test(next))) return undefined;
  const value = takesNext ? next : glued || undefined;
  return { given: [...before, { ...option, value }], words: takesNext ? 2 : 1 };
}

/** Undefined as soon as one word is not understood for certain. */
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
    if (ended) return true;
    const read = readOptionWord(text, texts[at + 1], grammar.options);
    at += (read?.words ?? 1) - 1;
    return read?.given.every(keep) ?? false;
  }

  /** Some programs read no option after the first operand: there a value may be a file as well. */
  function keep(option: GivenOption): boolean {
    options.push(option);
    const { kind, value } = option;
    if (value === undefined) return true;
    if (kind === 'number') return /^[-+]?\d+[a-zA-Z]*$/.test(value);
    const mayBeFile = opensFiles(grammar) && !grammar.inOrder && operands.length > 0;
    if (kind === 'path' || mayBeFile) paths.push({ at, text: value });
    else data.add(at);
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
