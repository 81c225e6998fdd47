import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../security/make-folder.ts';
import { PRIVATE_FOLDER } from '../security/whole-file.ts';
import { AUDIT_START, auditHash } from './audit.ts';
import { parseRecord } from './verify-audit.ts';

/** An append-only file that ends with a whole line, whatever happened to it before. */
export interface AuditFile {
  /** Number and hash of the last record. */
  readonly head: { readonly seq: number; readonly hash: string };
  /** What had to be mended when it was opened. */
  readonly mended: string | undefined;
  /** Writes whole lines or none of them, and resolves once they are on disk. */
  append(lines: string): Promise<void>;
  close(): Promise<void>;
}

const TAIL_BYTES = 65_536;
const LINE_FEED = 10;

/** Opens the file, 0600. A line torn by a crash is cut off; a file whose end makes no sense is set aside. */
export async function openAuditFile(path: string, now: () => number): Promise<AuditFile> {
  makeFolder(dirname(path), PRIVATE_FOLDER);
  const first = await openAt(path);
  if (first.head !== undefined) return first.file(first.head, first.mended);
  await first.handle.close();
  const aside = `${path}.damaged-${now()}`;
  await rename(path, aside);
  const fresh = await openAt(path);
  return fresh.file({ seq: 0, hash: AUDIT_START }, `set aside as ${aside}`);
}

async function openAt(path: string) {
  const handle = await open(path, 'a+', 0o600);
  const stats = await handle.stat();
  // An older file may be open to others; a device is not ours to change.
  if (stats.isFile() && (stats.mode & 0o077) !== 0) await handle.chmod(0o600);
  const { size } = stats;
  const tail = await readTail(handle, size);
  const whole = tail.lastIndexOf(LINE_FEED) + 1;
  // Without the end of any line in so much, nothing says where the last record ends.
  const torn = whole === 0 && size > tail.length ? 0 : tail.length - whole;
  if (torn > 0) await handle.truncate(size - torn);
  const mended = torn > 0 ? `cut off ${torn} bytes of a line that was never finished` : undefined;

  return {
    handle,
    head: headOf(tail.toString('utf8', 0, whole), size === 0 || torn === size),
    mended,
    file: (head: AuditFile['head'], what: string | undefined): AuditFile =>
      fileOn(handle, { head, mended: what, size: size - torn, isFile: stats.isFile() }),
  };
}

function headOf(tail: string, empty: boolean): AuditFile['head'] | undefined {
  if (empty) return { seq: 0, hash: AUDIT_START };
  const record = parseRecord(tail.trimEnd().split('\n').at(-1) ?? '');
  if (record === undefined || record.hash !== auditHash(record)) return undefined;
  return { seq: record.seq, hash: record.hash };
}

async function readTail(handle: FileHandle, size: number): Promise<Buffer> {
  const length = Math.min(size, TAIL_BYTES);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
  return buffer.subarray(0, bytesRead);
}

function fileOn(
  handle: FileHandle,
  state: Pick<AuditFile, 'head' | 'mended'> & { readonly size: number; readonly isFile: boolean },
): AuditFile {
  let written = state.size;

  return {
    head: state.head,
    mended: state.mended,

    async append(lines) {
      try {
        await handle.appendFile(lines);
        await handle.datasync();
      } catch (thrown) {
        if (state.isFile) await handle.truncate(written);
        throw thrown;
      }
      written += Buffer.byteLength(lines);
    },

    close: () => handle.close(),
  };
}
