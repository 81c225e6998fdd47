import { AgentError, type ErrorCode } from '../../base/errors.ts';
import type { PathRefusal } from '../path-policy.ts';
import { showName } from '../visible-text.ts';

interface Problem {
  readonly code: ErrorCode;
  readonly messageId: string;
  /** Follows the name of the file. */
  readonly text: string;
  readonly alternative?: string;
}

const PROBLEMS = {
  dangling: {
    code: 'forbidden',
    messageId: 'files.dangling',
    text: 'is a link that leads nowhere.',
    alternative: 'Give the path of a real file.',
  },
  special: {
    code: 'forbidden',
    messageId: 'files.special',
    text: 'is a device, pipe or socket, not a file.',
    alternative: 'Work with ordinary files.',
  },
  notFound: { code: 'not_found', messageId: 'files.not_found', text: 'does not exist.' },
  isFolder: {
    code: 'invalid_input',
    messageId: 'files.is_folder',
    text: 'is a folder.',
    alternative: 'Name a file in it; list_dir shows them.',
  },
  notFolder: {
    code: 'invalid_input',
    messageId: 'files.not_folder',
    text: 'is not a folder.',
    alternative: 'Name a folder, or use read_file for a file.',
  },
  severalNames: {
    code: 'forbidden',
    messageId: 'files.several_names',
    text: 'has several names (hard links), so a change would reach or split the others.',
    alternative: 'Write to a new file instead.',
  },
  changed: {
    code: 'conflict',
    messageId: 'files.changed',
    text: 'has changed in the meantime; nothing was written.',
    alternative: 'Read it again and repeat.',
  },
  exists: {
    code: 'conflict',
    messageId: 'files.exists',
    text: 'exists already; nothing was written.',
    alternative: 'Read it first; then change it with edit_file, or write it with mode overwrite.',
  },
  notPermitted: {
    code: 'forbidden',
    messageId: 'files.not_permitted',
    text: 'is not accessible: the system does not permit it.',
    alternative: 'Ask the person to check its permissions.',
  },
  diskFull: {
    code: 'storage_unwritable',
    messageId: 'files.disk_full',
    text: 'could not be written: the disk is full. Nothing was changed.',
    alternative: 'Ask the person to free some space.',
  },
} as const satisfies Record<string, Problem>;

const BY_SYSTEM_CODE: Readonly<Record<string, keyof typeof PROBLEMS>> = {
  ENOENT: 'notFound',
  ENOTDIR: 'notFolder',
  EISDIR: 'isFolder',
  EEXIST: 'exists',
  EACCES: 'notPermitted',
  EPERM: 'notPermitted',
  EROFS: 'notPermitted',
  ENOSPC: 'diskFull',
  EDQUOT: 'diskFull',
  ENXIO: 'special',
  ENODEV: 'special',
};

/** `name` is what the caller called the file. `hint` follows the sentence. */
export function fileError(
  problem: keyof typeof PROBLEMS,
  name: string,
  options: { readonly cause?: unknown; readonly hint?: string } = {},
): AgentError {
  const { code, messageId, text, ...rest }: Problem = PROBLEMS[problem];
  const alternative = options.hint ?? rest.alternative;
  return new AgentError(code, `${showName(name)} ${text}`, {
    messageId,
    values: { path: showName(name) },
    cause: options.cause,
    details: { ...(alternative !== undefined && { alternative }) },
  });
}

export function tooLarge(name: string, bytes: number, limit: number): AgentError {
  const text = `${showName(name)} has ${bytes} bytes; at most ${limit} can be taken whole.`;
  return new AgentError('invalid_input', text, {
    messageId: 'files.too_large',
    values: { path: showName(name), bytes, limit },
    details: { alternative: 'Use search_files, or exec with head, tail or sed, for a part of it.' },
  });
}

export function refused(name: string, refusal: PathRefusal): AgentError {
  const { reason, patternKey, alternative } = refusal;
  const isOutside = patternKey === 'outside_workspace';
  return new AgentError('forbidden', `${showName(name)} cannot be used: ${reason}.`, {
    messageId: isOutside ? 'files.outside' : 'files.private',
    values: { path: showName(name) },
    details: { patternKey, alternative },
  });
}

/** What the operating system said about `name`, as an error of ours. */
export function fromSystemError(thrown: unknown, name: string): AgentError {
  if (thrown instanceof AgentError) return thrown;
  const code = systemCodeOf(thrown);
  if (code === undefined) return AgentError.from(thrown);
  const problem = BY_SYSTEM_CODE[code];
  if (problem !== undefined) return fileError(problem, name, { cause: thrown });
  return new AgentError('internal', `${showName(name)} could not be read or written (${code}).`, {
    messageId: 'files.failed',
    values: { path: showName(name), reason: code },
    cause: thrown,
  });
}

export function systemCodeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error && 'code' in thrown && 'syscall' in thrown)) return undefined;
  return String(thrown.code);
}
