import { argTexts, operandsOf, type ProgramCall } from './program-call.ts';

const PRINTERS = new Set(['echo', 'printf']);
/** The first operand is a pattern or a program, unless an option brought it. */
const PATTERN_FIRST = /^([efz]?grep|rg|ag|ack|sed|[gm]?awk|nawk|jq|yq)$/;
const PATTERN_OPTION = /^(-[a-zA-Z]*[ef]|--(regexp|expression|file|files|type-list)(=.*)?)$/;
/** Options of `git` whose value is prose. */
const PROSE_OPTION = /^(-[a-z]*m|-[SG]|--(message|grep|author))$/;
const PROSE_GLUED = /^(-[mSG].|--(message|grep|author)=)/;

/** Arguments that are no mere data, such as a pattern to search for or a commit message. */
export function meaningfulTexts(call: ProgramCall): readonly string[] {
  if (PRINTERS.has(call.program)) return printedTexts(call);
  if (call.program === 'git') return withoutProse(argTexts(call));
  return PATTERN_FIRST.test(call.program) ? withoutPattern(call) : argTexts(call);
}

/** What is printed is data, unless names are filled in or another command takes it as its words. */
function printedTexts(call: ProgramCall): readonly string[] {
  if (call.captured) return call.args.flatMap(({ text }) => text.split(/\s+/));
  return call.args.filter(({ glob }) => glob).map(({ text }) => text);
}

function withoutProse(texts: readonly string[]): readonly string[] {
  return texts.filter(
    (text, at) => !PROSE_GLUED.test(text) && !PROSE_OPTION.test(texts[at - 1] ?? ''),
  );
}

function withoutPattern(call: ProgramCall): readonly string[] {
  const texts = argTexts(call);
  if (texts.some((text) => PATTERN_OPTION.test(text))) {
    const isPattern = /^(-[a-zA-Z]*e|--(regexp|expression))$/;
    return texts.filter((_, at) => !isPattern.test(texts[at - 1] ?? ''));
  }
  const pattern = texts.indexOf(operandsOf(call)[0]?.text ?? '');
  return texts.filter((_, at) => at !== pattern);
}
