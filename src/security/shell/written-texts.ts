import {
  argTexts,
  hasFlag,
  operandsOf,
  type ProgramCall,
  writtenByRedirect,
} from './program-call.ts';

const WRITE_ALL = new Set([
  'tee',
  'shred',
  'blkdiscard',
  'badblocks',
  'truncate',
  'wipe',
  'sgdisk',
]);
const WRITE_LAST = new Set(['cp', 'mv', 'install', 'rsync', 'ln', 'scp']);

/** Options whose value is a file that the program writes. */
const OUTPUT_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  curl: ['-o', '--output'],
  wget: ['-O', '--output-document'],
  openssl: ['-out', '-keyout'],
  sort: ['-o', '--output'],
  'ssh-keygen': ['-f'],
};

/** The files that the call writes, as they were named: by redirection, as operands or after an option. */
export function writtenTexts(call: ProgramCall): readonly string[] {
  return [...writtenByRedirect(call).map(({ text }) => text), ...writtenByProgram(call)];
}

function writtenByProgram(call: ProgramCall): readonly string[] {
  const operands = operandsOf(call).map(({ text }) => text);
  const { program } = call;
  if (WRITE_ALL.has(program)) return operands;
  if (WRITE_LAST.has(program)) return operands.slice(-1);
  if (program === 'sed') return hasFlag(call, 'i', '--in-place') ? operands.slice(1) : [];
  if (program === 'dd') return valuesOf(call, ['of']);
  if (downloadsByName(call)) return operands.map((url) => url.replace(/^.*\//s, ''));
  return valuesOf(call, OUTPUT_OPTIONS[program] ?? []);
}

/** Whether files get the last part of their address as their name. */
function downloadsByName(call: ProgramCall): boolean {
  if (call.program === 'curl') return hasFlag(call, 'OJ', '--remote-name');
  return call.program === 'wget' && !hasFlag(call, 'O', '--output-document');
}

/** Values of `option value`, `option=value` and `-ovalue`. */
function valuesOf(call: ProgramCall, options: readonly string[]): readonly string[] {
  const texts = argTexts(call);
  return texts.flatMap((text, at) => {
    if (options.includes(text)) return texts[at + 1] ?? [];
    const option = options.find((name) => text.startsWith(`${name}=`));
    if (option !== undefined) return text.slice(option.length + 1);
    const glued = options.find((name) => /^-\w$/.test(name) && text.startsWith(name));
    return glued === undefined ? [] : text.slice(glued.length);
  });
}
