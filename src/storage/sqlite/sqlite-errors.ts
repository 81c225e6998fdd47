import { AgentError, type ErrorCode } from '../../base/errors.ts';

interface Meaning {
  readonly pattern: RegExp;
  readonly code: ErrorCode;
  readonly message: string;
  readonly messageId: string;
}

/** By the driver's and the operating system's codes, most telling first. */
const MEANINGS: readonly Meaning[] = [
  {
    pattern: /^(SQLITE_FULL|ENOSPC|EDQUOT)/,
    code: 'storage_unwritable',
    message: 'The disk of the data folder is full.',
    messageId: 'storage.disk_full',
  },
  {
    pattern: /^SQLITE_READONLY_DBMOVED/,
    code: 'storage_unwritable',
    message: 'The database file was moved or deleted while in use.',
    messageId: 'storage.moved',
  },
  {
    pattern: /^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|EACCES|EPERM|EROFS)/,
    code: 'storage_unwritable',
    message: 'The data folder may not be read or written.',
    messageId: 'storage.not_permitted',
  },
  {
    pattern: /^(SQLITE_IOERR|EIO|EMFILE|ENFILE)/,
    code: 'storage_unwritable',
    message: 'The operating system could not read or write the data folder.',
    messageId: 'storage.io_failed',
  },
  {
    pattern: /^(ENOTDIR|EEXIST|EISDIR)/,
    code: 'storage_unwritable',
    message: 'The data folder is not a folder.',
    messageId: 'storage.not_a_folder',
  },
  {
    pattern: /^SQLITE_(CORRUPT|NOTADB)/,
    code: 'storage_damaged',
    message: 'The database file is damaged.',
    messageId: 'storage.file_damaged',
  },
  {
    pattern: /^SQLITE_(BUSY|LOCKED|PROTOCOL)/,
    code: 'storage_locked',
    message: 'Another program holds the database file.',
    messageId: 'storage.file_busy',
  },
  {
    pattern: /^SQLITE_CONSTRAINT/,
    code: 'conflict',
    message: 'The record contradicts one that is stored.',
    messageId: 'error.conflict',
  },
  {
    pattern: /^SQLITE_TOOBIG/,
    code: 'invalid_input',
    message: 'The record is too large to store.',
    messageId: 'storage.too_large',
  },
];

/** What a failure of the driver or of a file means to callers; others pass `AgentError.from`. */
export function toStorageError(thrown: unknown, path: string): AgentError {
  if (thrown instanceof AgentError) return thrown;
  const cause = codeOf(thrown);
  const meaning = MEANINGS.find(({ pattern }) => pattern.test(cause));
  if (meaning === undefined) return AgentError.from(thrown);
  return new AgentError(meaning.code, meaning.message, {
    messageId: meaning.messageId,
    values: { path },
    details: { path, cause },
    cause: thrown,
  });
}

function codeOf(thrown: unknown): string {
  const code = (thrown as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}
