import { closeSync, copyFileSync, existsSync, openSync, statSync, writeSync } from 'node:fs';
import { firstBytesOf } from '../file-header.ts';
import { createPrivate } from '../folder/data-folder.ts';

const PAGE_BYTES = 4_096;

/** Offsets in the header of a database file. */
const WRITE_FORMAT = 18;
const READ_FORMAT = 19;
const PAGE_COUNT = 28;
const WRITE_AHEAD = 2;

export function firstPageOf(path: string): Buffer {
  return firstBytesOf(path, PAGE_BYTES);
}

/** Copies a damaged database with the start of a sound one over its own, fitted to its size and its log. */
export function borrowedHeader(order: {
  readonly damaged: string;
  readonly copy: string;
  readonly page: Buffer;
}): void {
  const { damaged, copy, page } = order;
  const log = `${damaged}-wal`;
  const start = Buffer.from(page);
  start.writeUInt32BE(Math.floor(statSync(damaged).size / PAGE_BYTES), PAGE_COUNT);
  createPrivate(copy);
  copyFileSync(damaged, copy);
  if (existsSync(log)) {
    start[WRITE_FORMAT] = WRITE_AHEAD;
    start[READ_FORMAT] = WRITE_AHEAD;
    copyFileSync(log, `${copy}-wal`);
  }
  const file = openSync(copy, 'r+');
  try {
    writeSync(file, start, 0, start.length, 0);
  } finally {
    closeSync(file);
  }
}
