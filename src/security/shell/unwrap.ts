import { readOptionWord } from './arguments.ts';
import { resolvePath } from './paths.ts';
import type { ProgramCall } from './program-call.ts';
import type { SimpleCommand } from './read-commands.ts';
import { isReader } from './read-only.ts';
import { builtInTexts, findShellText, isShell } from './shells.ts';
import type { Doubt, Word } from './word.ts';
import { WRAPPERS, type Wrapper } from './wrappers.ts';

/** What a command really runs. */
export interface Unwrapped {
  readonly calls: readonly ProgramCall[];
  /** Command texts that one of the programs would hand to a shell. */
  readonly texts: readonly string[];
  readonly doubts: readonly Doubt[];
}

interface Collected {
  readonly home: string;
  readonly calls: ProgramCall[];
  readonly texts: string[];
  readonly doubts: Doubt[];
}

const DEEPEST = 12;
const FOLDER_OPTION = /^(-C|--directory|--chdir|--cwd)(?:=?(.+))?$/;

/** Follows wrappers (`sudo`, `env`, `xargs`, `find -exec`, `sh -c` …) down to the programs that run. */
export function unwrap(command: SimpleCommand, home: string): Unwrapped {
  const collected: Collected = { home, calls: [], texts: [], doubts: [] };
  const [name, ...args] = command.words;
  const { redirects, assignments, folders, captured } = command;
  const call = {
    program: programOf(name),
    name,
    args,
    redirects,
    assignments,
    folders,
    sources: sourcesOf(command),
    wrapped: false,
    openEnded: false,
    captured,
  };
  follow(call, collected, 0);
  return collected;
}

function programOf(name: Word | undefined): string {
  const text = name?.text ?? '';
  return text.slice(text.lastIndexOf('/') + 1).toLowerCase();
}

function sourcesOf({ source }: SimpleCommand): readonly SimpleCommand[] {
  return source === undefined ? [] : [source, ...sourcesOf(source)];
}

function follow(found: ProgramCall, collected: Collected, depth: number) {
  const call = withItsFolders(found, collected.home);
  collected.calls.push(call);
  if (depth > DEEPEST) return doubt(collected, call.program);
  if (call.name?.dynamic) {
    collected.doubts.push({ key: 'dynamic_command', span: call.name.raw });
  }
  const wrapper = WRAPPERS.get(call.program);
  if (wrapper !== undefined) return followWrapper(call, wrapper, { collected, depth });
  if (isShell(call.program)) collected.texts.push(...findShellText(call));
  collected.texts.push(...builtInTexts(call));
  for (const inner of callsWithin(call)) follow(inner, collected, depth + 1);
}

function doubt({ doubts }: Collected, span: string) {
  doubts.push({ key: 'unreadable_command', span });
}

/** `tar -C`, `git -C`, `env --chdir`: relative paths may start there. */
function withItsFolders(call: ProgramCall, home: string): ProgramCall {
  const targets = call.args.flatMap(({ text }, at) => {
    const option = FOLDER_OPTION.exec(text);
    return option === null ? [] : [option[2] ?? call.args[at + 1]?.text ?? ''];
  });
  if (targets.length === 0) return call;
  const reached = targets.flatMap((target) =>
    call.folders.map((folder) => resolvePath(target, { home, folder })),
  );
  return { ...call, folders: [...new Set([...call.folders, ...reached])].slice(0, 64) };
}

interface Following {
  readonly collected: Collected;
  readonly depth: number;
}

function followWrapper(call: ProgramCall, wrapper: Wrapper, following: Following) {
  const { collected, depth } = following;
  collected.texts.push(...textsOfOptions(call, wrapper));
  const rest = skipOptions(call, wrapper, collected);
  if (rest === undefined) return;
  if (wrapper.readsCommands && namesNoProgram(call, wrapper, rest)) {
    collected.doubts.push({ key: 'pipe_to_shell', span: joined([call.name, ...call.args]) });
  }
  if (rest.words.length === 0) return;
  if (wrapper.runsText) {
    collected.texts.push(joined(rest.words));
    return;
  }
  const [name, ...args] = rest.words;
  const assignments = [...call.assignments, ...rest.assignments];
  const openEnded = call.openEnded || wrapper.openEnded === true;
  const program = programOf(name);
  // What arrives from elsewhere may be options too; only readers stay readers whatever they get.
  if (wrapper.openEnded && !isReader(program)) doubt(collected, joined(rest.words));
  const inner = { ...call, program, name, args, assignments, openEnded, wrapped: true };
  follow(inner, collected, depth + 1);
}

/** `sudo -s`, `su -`, `parallel ::: …`: what runs is neither there nor in an option. */
function namesNoProgram(call: ProgramCall, wrapper: Wrapper, { words }: Rest): boolean {
  const named = words.length > 0 && !words[0]?.text.startsWith(':::');
  return !named && textsOfOptions(call, wrapper).length === 0;
}

const joined = (words: readonly (Word | undefined)[]): string =>
  words.map((word) => word?.text ?? '').join(' ');

interface Rest {
  readonly words: readonly Word[];
  readonly assignments: readonly { readonly name: string; readonly value: Word }[];
}

/** What follows the wrapper's own options; undefined when it runs nothing. */
function skipOptions(call: ProgramCall, wrapper: Wrapper, collected: Collected): Rest | undefined {
  const assignments: { name: string; value: Word }[] = [];
  let words = call.args;
  for (let [word] = words; word !== undefined; [word] = words) {
    const assigned = assignmentIn(word, wrapper);
    if (assigned !== undefined) assignments.push(assigned);
    else if (!isOption(word, wrapper)) break;
    const taken = assigned === undefined ? wordsOfOption(words, wrapper, collected) : 1;
    if (taken === undefined) return undefined;
    words = words.slice(taken);
  }
  const end = words[0]?.text === '--' ? 1 : 0;
  return { words: words.slice(end + (wrapper.operands ?? 0)), assignments };
}

/** Also the dash alone where the wrapper knows it. */
const isOption = ({ text }: Word, { options }: Wrapper): boolean =>
  (/^-./.test(text) && text !== '--') || (text === '-' && options.has(text));

/** How many words the first option takes; undefined when the wrapper only answers it. */
function wordsOfOption(
  [word, next]: readonly Word[],
  { options }: Wrapper,
  collected: Collected,
): number | undefined {
  const read = readOptionWord(word?.text ?? '', next?.text, options);
  if (read === undefined) doubt(collected, word?.text ?? '');
  return read?.given.some(({ kind }) => kind === 'query') ? undefined : (read?.words ?? 1);
}

function assignmentIn(word: Word, { assigns }: Wrapper): { name: string; value: Word } | undefined {
  const found = assigns ? /^([A-Za-z_]\w*)=/.exec(word.text) : null;
  if (found === null) return undefined;
  return { name: found[1] ?? '', value: { ...word, text: word.text.slice(found[0].length) } };
}

/** Options such as `-c`, wherever they stand: their value is a command text. */
function textsOfOptions({ args }: ProgramCall, { options }: Wrapper): readonly string[] {
  return args.flatMap(({ text }, at) => {
    const given = readOptionWord(text, args[at + 1]?.text, options)?.given ?? [];
    return given.flatMap(({ kind, value }) => (kind === 'text' ? [value ?? ''] : []));
  });
}

/** Calls that other programs make from their own arguments. */
function callsWithin(call: ProgramCall): readonly ProgramCall[] {
  if (call.program === 'find') return findActions(call, /^-(exec|execdir|ok|okdir)$/);
  if (/^fd(find)?$/.test(call.program)) return findActions(call, /^(-[xX]|--exec(-batch)?)$/);
  return [];
}

function findActions(call: ProgramCall, action: RegExp): readonly ProgramCall[] {
  const calls: ProgramCall[] = [];
  const { args } = call;
  args.forEach(({ text }, index) => {
    if (!action.test(text)) return;
    const rest = args.slice(index + 1);
    const end = rest.findIndex((word) => word.text === ';' || word.text === '+');
    const [name, ...inner] = end < 0 ? rest : rest.slice(0, end);
    const program = programOf(name);
    calls.push({ ...call, program, name, args: inner, wrapped: true, openEnded: true });
  });
  return calls;
}
