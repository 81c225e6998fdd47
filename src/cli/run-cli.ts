import { CommanderError } from 'commander';
import { localeLanguage } from '../app/locale-language.ts';
import { AgentError } from '../base/errors.ts';
import type { Language } from '../protocol/language.ts';

import type { CliDeps } from './cli-deps.ts';
import type { Cli } from './commands/command-line.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { createProgram } from './program.ts';
import { type FailureContext, tellFailure } from './tell-failure.ts';
import { toUsageError } from './usage-text.ts';

/** One command line. */
export interface CliRun {
  /** Resolves to the exit code. What goes wrong is one plain sentence on the error stream. */
  readonly ended: Promise<number>;
  /** Says what broke outside of any command, as it is said of one. */
  tell(thrown: unknown): Promise<void>;
}

export function runCli(argv: readonly string[], deps: CliDeps): CliRun {
  const language = languageAsked(argv, deps);
  let context: FailureContext = { language, dataDir: `${deps.home}/.echo-agent`, deps };
  let exitCode: number = EXIT.done;
  const cli: Cli = {
    deps,
    language,
    setExitCode(code) {
      exitCode = code;
    },
    noteSettings({ dataDir }, spoken) {
      context = { language: spoken, dataDir, deps };
    },
  };

  async function tell(thrown: unknown): Promise<void> {
    deps.streams.stderr.write(`${await tellFailure(thrown, context)}\n`);
  }

  async function run(): Promise<number> {
    try {
      await createProgram(cli).parseAsync(argv, { from: 'user' });
      return exitCode;
    } catch (thrown) {
      if (thrown instanceof CommanderError && thrown.exitCode === 0) return EXIT.done;
      const error = thrown instanceof CommanderError ? toUsageError(thrown) : thrown;
      await tell(error);
      return exitCodeOf(AgentError.from(error));
    }
  }

  return { ended: run(), tell };
}

/** `--lang` counts before anything is parsed, because help and errors speak it too. */
function languageAsked(argv: readonly string[], { environment }: CliDeps): Language {
  const at = argv.lastIndexOf('--lang');
  const joined = argv.findLast((argument) => argument.startsWith('--lang='))?.slice(7);
  const asked = at >= 0 ? argv[at + 1] : joined;
  return asked === 'en' || asked === 'zh' ? asked : localeLanguage(environment);
}
