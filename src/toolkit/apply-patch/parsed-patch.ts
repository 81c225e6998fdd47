import { AgentError } from '../../base/errors.ts';

export interface HunkLine {
  readonly kind: 'context' | 'removed' | 'added';
  readonly text: string;
}

/** A place of one file and what becomes of it. */
export interface Hunk {
  /** Line of the patch (1-based) at which it begins, for messages. */
  readonly patchLine: number;
  readonly lines: readonly HunkLine[];
  /** Line (1-based) of the file at which the old lines are said to begin. */
  readonly line?: number;
  /** Lines that are said to stand above it, outermost first: its class, its function. */
  readonly anchors: readonly string[];
  /** Whether its old lines are said to be the last ones of the file. */
  readonly atEnd: boolean;
  /** Said of the file as it was, and as it is to be: that no newline ends it. */
  readonly oldLacksNewline: boolean;
  readonly newLacksNewline: boolean;
}

/** What a patch does to one file. Paths as they were written. */
export type FilePatch =
  | {
      readonly kind: 'add';
      readonly path: string;
      readonly text: string;
      readonly executable: boolean;
    }
  | { readonly kind: 'delete'; readonly path: string; readonly hunks: readonly Hunk[] }
  | {
      readonly kind: 'update';
      readonly path: string;
      readonly newPath?: string;
      readonly hunks: readonly Hunk[];
    };

/** The lines that must stand in the file. */
export function oldLines({ lines }: Hunk): readonly string[] {
  return lines.filter(({ kind }) => kind !== 'added').map(({ text }) => text);
}

/** The lines that stand there afterwards. */
export function newLines({ lines }: Hunk): readonly string[] {
  return lines.filter(({ kind }) => kind !== 'removed').map(({ text }) => text);
}

/** How many files a patch creates, changes or removes; a move does two of it. */
export function changeCount(patches: readonly FilePatch[]): number {
  return patches.reduce((sum, patch) => sum + (isMove(patch) ? 2 : 1), 0);
}

export function isMove(patch: FilePatch): patch is FilePatch & { readonly newPath: string } {
  return patch.kind === 'update' && patch.newPath !== undefined;
}

/** `line` is the one of the patch, 1-based. */
export function patchError(line: number, problem: string): AgentError {
  return new AgentError('invalid_input', `Line ${line} of the patch: ${problem}`);
}
