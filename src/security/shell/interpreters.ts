import { argTexts, type ProgramCall } from './program-call.ts';
import { isStandardInput } from './standard-input.ts';

interface Interpreter {
  /** Options that bring the program text themselves, or with which it reads its input in the end. */
  readonly inline: RegExp;
  /** Words that name what runs, so that nothing after them is a program text. */
  readonly runsModule?: RegExp;
  /** Options with a value in the next word. */
  readonly values?: RegExp;
  /** A word before the script. */
  readonly verb?: string;
  /** Reads every operand as a program, not the first alone. */
  readonly readsAll?: boolean;
}

const ASKS = /^(-[vVh]|--?(version|help))$/;
const NODE_VALUES = /^(-r|--require|--import|--loader|--env-file)$/;
/** Python modules that run what they read. */
const READING_MODULE = /^(code|asyncio|pdb|idlelib|IPython|bpython|ptpython)$/;
/** A program that an address brings. */
const BROUGHT = /^(data|blob|https?):/i;

const INTERPRETERS: readonly (readonly [RegExp, Interpreter])[] = [
  [
    /^(python|pypy)[\d.]*$/,
    { inline: /^-[bBdEIOPqRsSuvx]*[ci]/, runsModule: /^-[a-zA-Z]*m/, values: /^-[WX]$/ },
  ],
  [
    /^(node|nodejs)$/,
    {
      inline: /^(-[pei]+$|--eval|--print|--interactive)/,
      runsModule: /^--(test|run|watch)/,
      values: NODE_VALUES,
    },
  ],
  [
    /^(bun|tsx|ts-node|deno)$/,
    { inline: /^(-[pei]+|--eval.*|--print.*|eval|repl)$/, values: NODE_VALUES, verb: 'run' },
  ],
  [/^perl[\d.]*$/, { inline: /^-[a-zA-Z0]*[eE]/, values: /^-[IMm]$/ }],
  [/^(ruby|jruby)[\d.]*$/, { inline: /^-[a-zA-Z0]*e/, values: /^-[rI]$/ }],
  [/^php[\d.]*$/, { inline: /^-[rBRFEa]/, runsModule: /^-[fmis]/, values: /^-[dc]$/ }],
  [/^(lua|luajit)[\d.]*$/, { inline: /^-[ei]/, values: /^-l$/ }],
  [/^(r|rscript)$/, { inline: /^(-e|--expr|--file=-$)/, runsModule: /^(-f|--file|CMD$)/ }],
  [
    /^(osascript|groovy|elixir|scala|julia|tclsh|wish|guile|racket|irb|pry|ocaml|swift|expect|scheme|csi|janet)$/,
    { inline: /^(-[eEic]|--eval)/ },
  ],
  [/^(m4|gnuplot|octave|dc|gforth)$/, { inline: /^(-e|--eval|--expression)/, readsAll: true }],
  // Whatever files they load first, they go on with what they read.
  [/^(ed|red|ex|ghci|jshell|iex|erl|sbcl|clisp|clojure|clj)$/, { inline: /^/ }],
  [/^(pwsh|powershell)$/, { inline: /^-(c|command|e|enc.*)$/i, runsModule: /^-f(ile)?$/i }],
];

/** Of programs that are given their program otherwise, the option that names a file of it. */
const PROGRAM_FILES: readonly (readonly [RegExp, RegExp])[] = [
  [/^(sed|[gmn]?awk)$/, /^(-[a-zA-Z]*?[fE]|--(?:file|exec)=?)(.*)$/],
  [/^make$/, /^(-f|--(?:file|makefile)=?)(.*)$/],
];

/** Whether it is an interpreter, and whether the program text comes inline or from its input. */
export function interpreterUse(call: ProgramCall): 'inline' | 'script' | undefined {
  if (readsProgramFile(call)) return 'inline';
  const interpreter = INTERPRETERS.find(([name]) => name.test(call.program))?.[1];
  if (interpreter === undefined) return undefined;
  const { values, verb, readsAll } = interpreter;
  const given = argTexts(call).filter((_, at, all) => !values?.test(all[at - 1] ?? ''));
  const texts = given[0] === verb ? given.slice(1) : given;
  if (texts.length === 1 && texts.every(isQuestion)) return 'script';
  const uses = texts.map((text, at) => useOf({ text, next: texts[at + 1] }, interpreter, call));
  if (readsAll && uses.includes('inline')) return 'inline';
  return uses.find((use) => use !== undefined) ?? (texts.some(isQuestion) ? 'script' : 'inline');
}

const isQuestion = (text: string): boolean => ASKS.test(text);

interface Given {
  readonly text: string;
  readonly next: string | undefined;
}

function useOf(
  { text, next = '' }: Given,
  { inline, runsModule }: Interpreter,
  call: ProgramCall,
): 'inline' | 'script' | undefined {
  if (inline.test(text) || BROUGHT.test(text) || isStandardInput(text, call)) return 'inline';
  if (runsModule?.test(text)) {
    return READING_MODULE.test(next) || isStandardInput(next, call) ? 'inline' : 'script';
  }
  return text.startsWith('-') ? undefined : 'script';
}

function readsProgramFile(call: ProgramCall): boolean {
  const option = PROGRAM_FILES.find(([name]) => name.test(call.program))?.[1];
  if (option === undefined) return false;
  const texts = argTexts(call);
  return texts.some((text, at) => {
    const [, , value = ''] = option.exec(text) ?? [];
    const file = value === '' && option.test(text) ? (texts[at + 1] ?? '') : value;
    return file !== '' && isStandardInput(file, call);
  });
}

/** The script file of an interpreter or shell call, if one can be told. */
export function scriptOf(call: ProgramCall): string | undefined {
  const verb = INTERPRETERS.find(([name]) => name.test(call.program))?.[1].verb;
  return argTexts(call).find((text) => !/^[-+]/.test(text) && text !== verb);
}
