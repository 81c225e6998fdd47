import { resolvePath } from './paths.ts';
import { createTokenReader, type Token } from './tokens.ts';
import type { Doubt, Word } from './word.ts';

export interface Redirect {
  readonly operator: string;
  readonly target: Word;
}

/** One program call with everything that was written around it. */
export interface SimpleCommand {
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  /** `NAME=value` in front of the program, or alone. */
  readonly assignments: readonly { readonly name: string; readonly value: Word }[];
  /** Folders in which it may run: the first one, and every one that an earlier `cd` may have led to. */
  readonly folders: readonly string[];
  /** The command whose output it reads, in a pipeline. */
  readonly source: SimpleCommand | undefined;
  readonly separator: string;
  /** Whether its output becomes the words of another command. */
  readonly captured: boolean;
}

export interface CommandReading {
  /** In the order of the text; those of substitutions follow the command that holds them. */
  readonly commands: readonly SimpleCommand[];
  /** Empty when every part was understood. */
  readonly doubts: readonly Doubt[];
}

export interface ReadingPlace {
  readonly home: string;
  /** Where the text may start to run. */
  readonly folders: readonly string[];
}

const LONGEST_TEXT = 16_000;
const DEEPEST = 8;
const MOST_FOLDERS = 16;
const MOST_COMMANDS = 1_000;

/** Words that begin or continue a compound command and are followed by a command. */
const SKIPPED_KEYWORDS = new Set(['if', 'then', 'else', 'elif', 'fi', '!', '{', '}']);
const UNREAD_KEYWORDS = new Set([
  'for',
  'while',
  'until',
  'do',
  'done',
  'case',
  'esac',
  'select',
  'function',
  'coproc',
  '[[',
  '((',
]);
const ASSIGNMENT = /^([A-Za-z_]\w*)(\+?)=/;
const ASSIGNING_PROGRAMS = new Set(['export', 'readonly', 'declare', 'local', 'typeset']);
/** After these, a variable may hold anything. */
const UNSETTLING_PROGRAMS = new Set([
  'read',
  'printf',
  'mapfile',
  'readarray',
  'getopts',
  'let',
  'unset',
  'source',
  '.',
  'eval',
]);
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const ODD_SPACE = /[^\S \t\n\u3000]/u;

interface Shared {
  readonly place: ReadingPlace;
  readonly commands: SimpleCommand[];
  readonly doubts: Doubt[];
  readonly variables: Map<string, Set<string>>;
  readonly folders: Set<string>;
  unsettled: boolean;
}

/** Splits a command text into simple commands; what it cannot read for certain it reports as a doubt. */
export function readCommands(text: string, place: ReadingPlace): CommandReading {
  const shared: Shared = {
    place,
    commands: [],
    doubts: [],
    variables: new Map([
      ['HOME', new Set([place.home])],
      ['PWD', new Set(place.folders)],
      ['TMPDIR', new Set(['/tmp'])],
    ]),
    folders: new Set(place.folders),
    unsettled: false,
  };
  noteHidden(text.slice(0, LONGEST_TEXT), shared.doubts);
  readInto(text, shared, 0);
  return { commands: shared.commands, doubts: shared.doubts };
}

function noteHidden(text: string, doubts: Doubt[]) {
  const plain = text.replaceAll(/[\t\n]/g, ' ');
  const found = HIDDEN.exec(plain) ?? ODD_SPACE.exec(plain);
  if (found)
    doubts.push({ key: 'hidden_characters', span: plain.slice(found.index, found.index + 20) });
}

function readInto(text: string, shared: Shared, depth: number) {
  if (depth > DEEPEST || text.length > LONGEST_TEXT) {
    return doubtAbout(text.slice(0, 40), shared);
  }
  const nested: string[] = [];
  const reader = createTokenReader(text, {
    lookUp: (name) => lookUp(shared, name),
    doubt: (doubt) => shared.doubts.push(doubt),
    nested: (inner) => nested.push(inner),
  });
  let draft = startCommand(undefined);
  for (let token = reader.next(); token !== undefined; token = reader.next()) {
    if (shared.commands.length > MOST_COMMANDS) return doubtAbout(text.slice(-40), shared);
    if (token.kind !== 'separator') {
      addToken(draft, token, shared);
      continue;
    }
    if (token.text === '(' && !isEmpty(draft)) doubtAbout(token.text, shared);
    draft = startCommand(finish(draft, token.text, { shared, depth }));
  }
  finish(draft, '', { shared, depth });
  for (const inner of nested) readInto(inner, shared, depth + 1);
}

interface CommandDraft {
  readonly words: Word[];
  readonly redirects: Redirect[];
  readonly assignments: { name: string; value: Word }[];
  readonly source: SimpleCommand | undefined;
}

function startCommand(source: SimpleCommand | undefined): CommandDraft {
  return { words: [], redirects: [], assignments: [], source };
}

function isEmpty({ words, redirects, assignments }: CommandDraft): boolean {
  return words.length + redirects.length + assignments.length === 0;
}

function doubtAbout(span: string, { doubts }: Shared) {
  doubts.push({ key: 'unreadable_command', span });
}

function addToken(
  draft: CommandDraft,
  token: Exclude<Token, { kind: 'separator' }>,
  shared: Shared,
) {
  if (token.kind === 'redirect') {
    const { operator, target } = token;
    if (target !== undefined) draft.redirects.push({ operator, target });
    return;
  }
  const { word } = token;
  if (draft.words.length > 0) return void draft.words.push(word);
  if (SKIPPED_KEYWORDS.has(word.raw)) return;
  if (UNREAD_KEYWORDS.has(word.raw)) return doubtAbout(word.raw, shared);
  const assignment = ASSIGNMENT.exec(word.raw);
  if (assignment === null) return void draft.words.push(word);
  const [prefix, name = '', plus] = assignment;
  if (plus === '+') doubtAbout(prefix, shared);
  const value = { ...word, text: word.text.slice(prefix.length) };
  draft.assignments.push({ name, value });
}

/** Ends a command; resolves to it when the next one reads its output. */
function finish(
  draft: CommandDraft,
  separator: string,
  { shared, depth }: { readonly shared: Shared; readonly depth: number },
): SimpleCommand | undefined {
  if (isEmpty(draft)) return draft.source;
  const command: SimpleCommand = {
    ...draft,
    folders: [...shared.folders],
    separator,
    captured: depth > 0,
  };
  shared.commands.push(command);
  rememberVariables(command, shared);
  rememberFolder(command, shared);
  return separator === '|' || separator === '|&' ? command : undefined;
}

function rememberVariables({ words, assignments }: SimpleCommand, shared: Shared) {
  const program = words[0]?.text ?? '';
  if (UNSETTLING_PROGRAMS.has(program))
    shared.unsettled ||= program !== 'printf' || words.some(({ text }) => text.startsWith('-v'));
  for (const { name, value } of assignments) remember(shared, name, value);
  if (!ASSIGNING_PROGRAMS.has(program)) return;
  if (words.some(({ text }) => /^-[a-zA-Z]*n/.test(text))) doubtAbout(program, shared);
  for (const word of words.slice(1)) {
    const assignment = ASSIGNMENT.exec(word.text);
    if (assignment === null) continue;
    const text = word.text.slice(assignment[0].length);
    remember(shared, assignment[1] ?? '', { ...word, text });
  }
}

function remember({ variables }: Shared, name: string, value: Word) {
  const values = variables.get(name) ?? new Set();
  values.add(value.unknown ? UNKNOWN : value.text);
  variables.set(name, values);
}

/** Stands for a value that is not known; no word can hold a NUL. */
const UNKNOWN = '\0';

function lookUp({ variables, unsettled }: Shared, name: string): string | undefined {
  const values = variables.get(name);
  const [value] = values ?? [];
  return unsettled || values?.size !== 1 || value === UNKNOWN ? undefined : value;
}

function rememberFolder({ words, folders }: SimpleCommand, shared: Shared) {
  const [program, ...rest] = words.filter(({ text }) => text !== 'command' && text !== 'builtin');
  if (program?.text !== 'cd' && program?.text !== 'pushd') return;
  const target = rest.find(({ text }) => !/^-[LPe@]*$/.test(text) || text === '-');
  if (target?.unknown || target?.text === '-') return doubtAbout(target.raw, shared);
  for (const folder of folders) {
    if (shared.folders.size >= MOST_FOLDERS) return doubtAbout(target?.raw ?? 'cd', shared);
    shared.folders.add(resolvePath(target?.text ?? '~', { home: shared.place.home, folder }));
  }
}
