import { CommanderError } from 'commander';
import { AgentError } from '../base/errors.ts';
import { describeError, translate } from '../protocol/catalogue.ts';
import type { Language } from '../protocol/language.ts';
import { localeLanguage } from './actions/begin.ts';
import type { CliDeps } from './cli-deps.ts';
import type { Cli } from './commands/command-line.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { createProgram } from './program.ts';
import { toUsageError } from './usage-text.ts';

/** Runs one command line and resolves to the exit code. What goes wrong is one plain sentence on the error stream. */
export async function runCli(argv: readonly string[], deps: CliDeps): Promise<number> {
  const known = { language: languageAsked(argv, deps), dataDir: `${deps.home}/.echo-agent` };
  let exitCode: number = EXIT.done;
  const cli: Cli = {
    deps,
    language: known.language,
    setExitCode(code) {
      exitCode = code;
    },
    noteSettings({ dataDir }, language) {
      Object.assign(known, { dataDir, language });
    },
  };

  try {
    await createProgram(cli).parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return EXIT.done;
    const error = thrown instanceof CommanderError ? toUsageError(thrown) : AgentError.from(thrown);
    deps.streams.stderr.write(`${await tell(error, known, deps)}\n`);
    return exitCodeOf(error);
  }
}

/** Only for what nobody foresaw is there an error id: its cause is in the log, not on the screen. */
async function tell(
  error: AgentError,
  { language, dataDir }: { language: Language; dataDir: string },
  deps: CliDeps,
): Promise<string> {
  const sentence = describeError(error, language);
  if (error.code !== 'internal') return sentence;
  const errorId = deps.ids.next('err');
  const { noteFailure } = await import('./note-failure.ts');
  const path = await noteFailure({ error, errorId, dataDir, at: deps.clock.now() });
  const id = path === undefined ? 'cli.error.unlogged' : 'cli.error.logged';
  return translate(language, id, { sentence, errorId, path: path ?? '' });
}

/** `--lang` counts before anything is parsed, because help and errors speak it too. */
function languageAsked(argv: readonly string[], { environment }: CliDeps): Language {
  const at = argv.lastIndexOf('--lang');
  const joined = argv.findLast((argument) => argument.startsWith('--lang='))?.slice(7);
  const asked = at >= 0 ? argv[at + 1] : joined;
  return asked === 'en' || asked === 'zh' ? asked : localeLanguage(environment);
}
