import type { PathBounds } from '../../security/path-policy.ts';

/** What is sought, as plain data that can be sent to a worker. */
export interface SearchRequest {
  readonly bounds: PathBounds;
  /** Real path of the file or folder to search, and its name relative to the workspace. */
  readonly path: string;
  readonly name: string;
  readonly query: string;
  readonly regex: boolean;
  readonly ignoreCase: boolean;
  readonly glob?: string;
  /** One more than this is looked for, so that "there are more" is known. */
  readonly maxResults: number;
}

export interface Match {
  /** Relative to the workspace. */
  readonly file: string;
  readonly line: number;
  /** The line, cut when it is long. */
  readonly text: string;
  /** Where in the line the match begins (1-based, in UTF-8), while a long line is not cut around it yet. */
  readonly startByte?: number;
}

export interface SearchOutcome {
  readonly matches: readonly Match[];
  readonly state: 'complete' | 'timeout';
  /** Files looked at and files left out, where the engine counts them. */
  readonly searched?: number;
  readonly skipped?: number;
  /** The pattern is not valid. */
  readonly problem?: string;
}

/** Larger files are left out: they are data, not text to read. */
export const MAX_SEARCHED_BYTES = 20_000_000;

export const NEVER_SEARCHED = ['.git', 'node_modules'];
