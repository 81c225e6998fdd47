import type { WorkspaceFiles } from '../../security/workspace-files.ts';

/** The files of one workspace; the same object for the same folder. */
export type OpenWorkspace = (workspace: string) => WorkspaceFiles;

/** Most that a tool takes of one file: what it reads whole, edits, or keeps for undo. */
export const MAX_FILE_BYTES = 10_000_000;
