import { createInterface } from 'node:readline/promises';
import type { Cli } from '../commands/command-line.ts';
import { EXIT } from '../exit-codes.ts';
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
  const { stdin, stderr } = cli.deps.streams;
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    const answer = await lines.question(`${question} ${say('cli.confirm.choices')} `);
    if (/^(?:y|yes|是|好)$/i.test(answer.trim())) return true;
  } finally {
    lines.close();
  }
  note(cli, say('cli.confirm.left'));
  cli.setExitCode(EXIT.failed);
  return false;
}
