import type { PatternKey } from '../pattern-key.ts';
import { PATTERN_KEYS } from '../pattern-key.ts';
import { allowancePattern } from './allowance-pattern.ts';
import { interpreterUse, scriptOf } from './interpreters.ts';
import { type ProgramCall, pathsOf } from './program-call.ts';
import { readCommands, type SimpleCommand } from './read-commands.ts';
import { onlyReads } from './read-only.ts';
import type { SensitivePlace } from './sensitive-paths.ts';
import { isShell, shellUse } from './shells.ts';
import { spanOf } from './table/guard-row.ts';
import { GUARD_TABLE } from './table/guard-table.ts';
import { unwrap } from './unwrap.ts';
import { staysWithinReach } from './within-reach.ts';
import type { Doubt, Word } from './word.ts';
import { writtenTexts } from './written-texts.ts';

/** Something that stands out, and where. */
export interface Finding {
  readonly key: PatternKey;
  readonly span: string;
}

export interface CommandFindings {
  /** In the order of the text. */
  readonly findings: readonly Finding[];
  /** Whether every part of it only reads, and only in the workspace or what everybody may know. */
  readonly readOnly: boolean;
  /** What a remembered yes would cover. */
  readonly pattern: string | undefined;
}

export interface CommandPlace extends SensitivePlace {
  /** Where the command starts. */
  readonly folder: string;
}

const DEEPEST = 6;
/** Of what `xargs` and its like hand over. */
const MOST_WORDS = 200;
const MOST_HANDED_OVER = 8;
const FORK_BOMB = /([\w:.]{1,40})\(\)\{[^}]{0,200}\1[^}]{0,200}[|&][^}]{0,200}\1[^}]{0,200}\}/;

/** A command as it will run. */
export interface CommandText {
  readonly text: string;
  /** What its programs may read from their standard input. */
  readonly stdin?: string | undefined;
}

/** What a command would do, as far as the table tells. */
export function inspectCommand({ text, stdin }: CommandText, place: CommandPlace): CommandFindings {
  const inspection = createInspection(place, stdin);
  inspection.read(text, [place.folder], 0);
  inspection.readInput();
  const { findings, commands, calls } = inspection;
  const isPlainReading = (call: ProgramCall) => onlyReads(call) && staysWithinReach(call, place);
  const certain = findings.every(({ key }) => PATTERN_KEYS[key] === 'allow');
  return {
    findings,
    readOnly: certain && findings.length === 0 && calls.length > 0 && calls.every(isPlainReading),
    // The same words with other input are another command.
    pattern: certain && stdin === undefined ? allowancePattern(commands, calls) : undefined,
  };
}

function createInspection(place: CommandPlace, stdin: string | undefined) {
  const findings: Finding[] = [];
  const commands: SimpleCommand[] = [];
  const calls: ProgramCall[] = [];
  const written = new Set<string>();
  /** Folders in which a shell reads the input. */
  const inputFolders = new Set<string>();
  let handedOver = 0;

  function read(text: string, folders: readonly string[], depth: number) {
    if (depth > DEEPEST) return note([{ key: 'unreadable_command', span: text.slice(0, 40) }]);
    if (depth === 0 && FORK_BOMB.test(text.slice(0, 10_000).replaceAll(/\s+/g, ''))) {
      findings.push({ key: 'fork_bomb', span: text });
    }
    const reading = readCommands(text, { home: place.home, folders });
    note(reading.doubts);
    for (const command of reading.commands) {
      commands.push(command);
      inspect(command, depth);
    }
  }

  function note(doubts: readonly Doubt[]) {
    findings.push(...doubts);
  }

  function inspect(command: SimpleCommand, depth: number) {
    const unwrapped = unwrap(command, place.home);
    note(unwrapped.doubts);
    for (const call of unwrapped.calls) {
      calls.push(call);
      findings.push(...inspectCall(call));
      if (stdin !== undefined) inspectInput(call, stdin);
    }
    for (const text of unwrapped.texts) read(text, command.folders, depth + 1);
    const readsCommands = unwrapped.doubts.some(({ key }) => key === 'pipe_to_shell');
    if (readsCommands) noteInputFolders(command.folders);
  }

  /** Input is data to a program that only reads. Any other may run it, or take it for names. */
  function inspectInput(call: ProgramCall, input: string) {
    if (!onlyReads(call)) findings.push({ key: 'inline_interpreter', span: spanOf(call) });
    if (isShell(call.program) && shellUse(call).readsInput) noteInputFolders(call.folders);
    if (!call.openEnded || handedOver >= MOST_HANDED_OVER) return;
    handedOver += 1;
    const words = input.split(/\s+/).slice(0, MOST_WORDS).map(toWord);
    findings.push(...inspectCall({ ...call, args: [...call.args, ...words] }));
  }

  function noteInputFolders(folders: readonly string[]) {
    for (const folder of folders) inputFolders.add(folder);
  }

  /** What a shell finds in its input it runs. Read once: a shell in there goes on with the rest of the same text. */
  function readInput() {
    if (stdin !== undefined && inputFolders.size > 0) read(stdin, [...inputFolders], 0);
  }

  function inspectCall(call: ProgramCall): readonly Finding[] {
    const found = GUARD_TABLE.flatMap((row) => {
      const span = row.find(call, place);
      return span === undefined ? [] : [{ key: row.key, span }];
    });
    const run = runsWritten(call);
    for (const text of writtenTexts(call)) {
      for (const path of pathsOf(text, call, place)) written.add(path.join('/'));
    }
    return run === undefined ? found : [...found, { key: 'write_then_run', span: run }];
  }

  /** A file that an earlier part of the same text wrote and this one runs. */
  function runsWritten(call: ProgramCall): string | undefined {
    const runs = isShell(call.program) || interpreterUse(call) !== undefined;
    const sources = call.program === '.' || call.program === 'source';
    const script = runs || sources ? scriptOf(call) : undefined;
    const candidates = [call.name?.text.includes('/') ? call.name.text : undefined, script];
    return candidates.find(
      (text) =>
        text !== undefined &&
        pathsOf(text, call, place).some((path) => written.has(path.join('/'))),
    );
  }

  return { read, readInput, findings, commands, calls };
}

function toWord(text: string): Word {
  return { text, raw: text, glob: false, dynamic: false, unknown: false };
}
