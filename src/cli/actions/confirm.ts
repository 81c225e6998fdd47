import { createInterface } from 'node:readline';
import type { CliStreams } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import { EXIT } from '../exit-codes.ts';
import { discardTyped } from '../terminal/discard-typed.ts';
import { type Begun, isInteractive, note } from './begin.ts';

export interface Confirmation {
  /** What is about to happen, as a question. */
  readonly question: string;
  /** `--yes` was given. */
  readonly assumed: boolean;
}

/** Asks before something that cannot be taken back; where nobody can be asked, only `--yes` is a yes. */
export async function confirm(
  cli: Cli,
  { say }: Pick<Begun, 'say'>,
  { question, assumed }: Confirmation,
): Promise<boolean> {
  if (assumed) return true;
  if (!isInteractive(cli.deps.streams)) {
    note(cli, say('cli.confirm.needed', { question }));
    cli.setExitCode(EXIT.needsApproval);
    return false;
  }
  const answer = await askLine(cli.deps.streams, `${question} ${say('cli.confirm.choices')} `);
  if (/^(?:y|yes|是|好)$/i.test(answer.trim())) return true;
  note(cli, say('cli.confirm.left'));
  cli.setExitCode(EXIT.failed);
  return false;
}

/** One line typed after the question, at the terminal, which echoes and edits it itself; empty when the input ends. */
async function askLine({ stdin, stderr }: CliStreams, question: string): Promise<string> {
  await discardTyped(stdin);
  const lines = createInterface({ input: stdin, terminal: false });
  stderr.write(question);
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('close', () => resolve(''));
  });
}
