import { closeSync, openSync, readSync } from 'node:fs';
import { APPLICATION_ID } from './schema.ts';

/** What the first bytes of a database file say, read without SQLite so that nothing is touched. */
export interface FileHeader {
  /** Whether it begins as every SQLite database does. */
  readonly isDatabase: boolean;
  /** Whether the file says that it is a database of ours. */
  readonly isOurs: boolean;
  /** 0 unless it is ours. */
  readonly version: number;
  /** Whether writes go to a log beside the file: so it is, or was, in use. */
  readonly hasLog: boolean;
}

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const WRITE_FORMAT = 18;
const WITH_LOG = 2;
const VERSION = 60;
const APPLICATION = 68;

export function headerOf(path: string): FileHeader {
  const header = firstBytesOf(path, HEADER_BYTES);
  const isDatabase = header.toString('latin1', 0, MAGIC.length) === MAGIC;
  const isOurs = isDatabase && header.readUInt32BE(APPLICATION) === APPLICATION_ID;
  return {
    isDatabase,
    isOurs,
    version: isOurs ? header.readUInt32BE(VERSION) : 0,
    hasLog: header[WRITE_FORMAT] === WITH_LOG,
  };
}

/** Zeros where the file ends earlier. */
export function firstBytesOf(path: string, count: number): Buffer {
  const bytes = Buffer.alloc(count);
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, count, 0);
  } finally {
    closeSync(file);
  }
  return bytes;
}
