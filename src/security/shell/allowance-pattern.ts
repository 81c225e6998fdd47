import { interpreterUse } from './interpreters.ts';
import type { ProgramCall } from './program-call.ts';
import type { SimpleCommand } from './read-commands.ts';
import { isShell } from './shells.ts';

const LONGEST = 200;

/** Commands whose next run may be something else although it reads the same. */
const NEVER = new Set(['source', '.', 'eval', 'alias', 'trap', 'set', 'shopt', 'enable', 'hash']);

/**
 * What a remembered yes for this command would cover: the very same words, in the same folder. Undefined where
 * nothing may be remembered: wrappers, shells, interpreters with inline text.
 */
export function allowancePattern(
  commands: readonly SimpleCommand[],
  calls: readonly ProgramCall[],
): string | undefined {
  if (calls.some(mayNotBeRemembered)) return undefined;
  const text = commands.map(render).join(' ').trim();
  return text === '' || text.length > LONGEST || /[\r\n]/.test(text) ? undefined : text;
}

function mayNotBeRemembered(call: ProgramCall): boolean {
  const { program, wrapped } = call;
  return wrapped || isShell(program) || NEVER.has(program) || interpreterUse(call) === 'inline';
}

function render({ assignments, words, redirects, separator }: SimpleCommand): string {
  return [
    ...assignments.map(({ name, value }) => `${name}=${quote(value.text)}`),
    ...words.map(({ text }) => quote(text)),
    ...redirects.map(({ operator, target }) => `${operator}${quote(target.text)}`),
    ...(separator === '' || separator === '\n' ? [] : [separator]),
  ].join(' ');
}

function quote(text: string): string {
  return /^[\w./:=@%+,*?{}[\]~^-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
