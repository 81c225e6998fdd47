import { argTexts, type ProgramCall } from './program-call.ts';
import { isStandardInput } from './standard-input.ts';
import type { Word } from './word.ts';

const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'rbash', 'fish']);
const VALUE_OPTIONS = new Set(['-o', '+o', '-O', '+O', '--rcfile', '--init-file']);

export function isShell(program: string): boolean {
  return SHELLS.has(program);
}

/** How a shell is called: with a command text, with a script file, or reading its input. */
export interface ShellUse {
  readonly text?: Word;
  readonly script?: Word;
  readonly readsInput: boolean;
}

export function shellUse(call: ProgramCall): ShellUse {
  const words = call.args.filter((_, at, all) => !VALUE_OPTIONS.has(all[at - 1]?.text ?? ''));
  const end = words.findIndex(({ text }) => !/^[-+]./.test(text));
  const options = (end < 0 ? words : words.slice(0, end)).map(({ text }) => text);
  const first = end < 0 ? undefined : words[end];
  if (options.includes('--help') || options.includes('--version')) return { readsInput: false };
  const readsInput = options.some((text) => /^-[A-Za-z]*s/.test(text));
  if (first === undefined) return { readsInput: true };
  const givesText = options.some((text) => /^-[A-Za-z]*c/.test(text) || text === '--command');
  if (givesText) return { text: first, readsInput };
  return { script: first, readsInput: readsInput || isStandardInput(first.text, call) };
}

/** The command texts that the shell would run. */
export function findShellText(call: ProgramCall): readonly string[] {
  const { text } = shellUse(call);
  return text === undefined ? hereStrings(call) : [text.text, ...hereStrings(call)];
}

function hereStrings(call: ProgramCall): readonly string[] {
  const here = call.redirects.filter(({ operator }) => operator === '<<<');
  return here.map(({ target }) => target.text);
}

/** Texts that other built-ins run at once or keep for later. */
export function builtInTexts(call: ProgramCall): readonly string[] {
  const texts = argTexts(call);
  if (call.program === 'trap') return texts.slice(0, 1);
  if (call.program === 'alias') return texts.map((text) => text.replace(/^[^=]*=/, ''));
  return call.program === 'source' || call.program === '.' ? hereStrings(call) : [];
}
