import type { GuardDecision } from '../../protocol/tool-call.ts';
import type { GuardContext } from '../../tools/tool.ts';

export interface JudgedCommand {
  readonly command: string;
  readonly cwd: string;
  readonly stdin?: string;
}

/** What the guard says of a command and of what it is given to read. */
export type JudgeCommand = (
  command: JudgedCommand,
  around: Pick<GuardContext, 'workspace' | 'networkPolicy'>,
) => GuardDecision;
