import type { ProgramCall } from './program-call.ts';

interface Interpreter {
  /** Options that bring the program text themselves. */
  readonly inline: RegExp;
  /** Words that name what runs, so that nothing after them is a program text. */
  readonly runsModule?: RegExp;
  /** Options with a value in the next word. */
  readonly values?: RegExp;
}

const ASKS = /^(-[vVh]|--?(version|help))$/;
const STANDARD_INPUT = /^(-|\/dev\/stdin|\/dev\/fd\/\d+)$/;
const NODE_VALUES = /^(-r|--require|--import|--loader|--env-file)$/;

const INTERPRETERS: readonly (readonly [RegExp, Interpreter])[] = [
  [
    /^(python|pypy)[\d.]*$/,
    { inline: /^-[a-zA-Z]*c/, runsModule: /^-[a-zA-Z]*m/, values: /^-[WX]$/ },
  ],
  [
    /^(node|nodejs)$/,
    {
      inline: /^(-[pe]+$|--eval|--print)/,
      runsModule: /^--(test|run|watch)/,
      values: NODE_VALUES,
    },
  ],
  [
    /^(bun|tsx|ts-node|deno)$/,
    { inline: /^(-[pe]+|--eval.*|--print.*|eval|repl)$/, values: NODE_VALUES },
  ],
  [/^perl[\d.]*$/, { inline: /^-[a-zA-Z0]*[eE]/, values: /^-[IMm]$/ }],
  [/^(ruby|jruby)[\d.]*$/, { inline: /^-[a-zA-Z0]*e/, values: /^-[rI]$/ }],
  [/^php[\d.]*$/, { inline: /^-[rBRFE]/, runsModule: /^-[afmis]/, values: /^-[dc]$/ }],
  [/^(lua|luajit)[\d.]*$/, { inline: /^-e/, values: /^-l$/ }],
  [/^(r|rscript)$/, { inline: /^(-e|--expr)/, runsModule: /^(-f|--file|CMD$)/ }],
  [/^(osascript|groovy|elixir|scala|julia|tclsh|jshell|ghci|guile|racket)$/, { inline: /^-[eE]/ }],
  [/^(pwsh|powershell)$/, { inline: /^-(c|command|e|enc.*)$/i, runsModule: /^-f(ile)?$/i }],
];

/** Whether it is an interpreter, and whether the program text comes inline or from its input. */
export function interpreterUse(call: ProgramCall): 'inline' | 'script' | undefined {
  const interpreter = INTERPRETERS.find(([name]) => name.test(call.program))?.[1];
  if (interpreter === undefined) return undefined;
  const texts = call.args
    .map(({ text }) => text)
    .filter((_, at, all) => !interpreter.values?.test(all[at - 1] ?? ''));
  const deciding = texts.find((text) => useOf(text, interpreter) !== undefined);
  if (deciding !== undefined) return useOf(deciding, interpreter);
  return texts.some((text) => ASKS.test(text)) ? 'script' : 'inline';
}

function useOf(text: string, { inline, runsModule }: Interpreter): 'inline' | 'script' | undefined {
  if (inline.test(text) || STANDARD_INPUT.test(text)) return 'inline';
  return runsModule?.test(text) || !text.startsWith('-') ? 'script' : undefined;
}

/** The script file of an interpreter or shell call, if one can be told. */
export function scriptOf(call: ProgramCall): string | undefined {
  return call.args.find(({ text }) => !text.startsWith('-') && !text.startsWith('+'))?.text;
}
