import { AgentError } from '../base/errors.ts';
import { describeError, translate } from '../protocol/catalogue.ts';
import type { Language } from '../protocol/language.ts';
import type { CliDeps } from './cli-deps.ts';
import { neutralise } from './terminal/neutralise.ts';

export interface FailureContext {
  readonly language: Language;
  readonly dataDir: string;
  readonly deps: Pick<CliDeps, 'ids' | 'clock'>;
}

/**
 * What a person is told about a failure: one plain sentence. Only what nobody foresaw gets an error id, with its
 * cause in the log and not on the screen.
 */
export async function tellFailure(
  thrown: unknown,
  { language, dataDir, deps }: FailureContext,
): Promise<string> {
  const error = AgentError.from(thrown);
  const sentence = neutralise(describeError(error, language));
  if (error.code !== 'internal') return sentence;
  const errorId = deps.ids.next('err');
  const { noteFailure } = await import('./note-failure.ts');
  const path = await noteFailure({ error, errorId, dataDir, at: deps.clock.now() });
  const id = path === undefined ? 'cli.error.unlogged' : 'cli.error.logged';
  return translate(language, id, { sentence, errorId, path: path ?? '' });
}
