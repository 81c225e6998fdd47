import { renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DestinationStream, Logger } from 'pino';
import { makeFolder } from '../security/make-folder.ts';
import { PRIVATE_FOLDER } from '../security/whole-file.ts';
import type { LogEntry, LogSink } from './log.ts';
import { prettyLine } from './pretty-line.ts';

export interface PinoSinkOptions {
  readonly format: 'json' | 'pretty';
  /** The file, made 0600 in a folder made 0700; standard error when absent. */
  readonly path?: string;
  /** Told when lines cannot be written. Must not throw. */
  onFailure(thrown: unknown): void;
}

const STANDARD_ERROR = 2;
const MOST_WAITING = 1_000;
const LARGEST_FILE = 20_000_000;

/** Writes entries with pino, which is loaded with the first entry: a command that logs nothing does not pay for it. */
export function createPinoSink(options: PinoSinkOptions): LogSink {
  const waiting: LogEntry[] = [];
  let lost = 0;
  let lastAt = 0;
  let logger: Logger | undefined;
  let opening: Promise<void> | undefined;

  async function open() {
    try {
      logger = await openPino(options);
      for (const entry of waiting.splice(0)) write(entry);
      tellLoss();
    } catch (thrown) {
      waiting.length = 0;
      options.onFailure(thrown);
    }
  }

  function keep(entry: LogEntry) {
    if (waiting.length < MOST_WAITING) waiting.push(entry);
    else lost += 1;
    lastAt = entry.time;
  }

  function tellLoss() {
    if (lost === 0) return;
    write({
      time: lastAt,
      level: 'warn',
      message: `${lost} entries that came before the log was open are lost.`,
    });
    lost = 0;
  }

  function write(entry: LogEntry) {
    if (logger === undefined) {
      opening ??= open();
      keep(entry);
      return;
    }
    const { level, message, ...fields } = entry;
    try {
      logger[level](fields, message);
    } catch (thrown) {
      options.onFailure(thrown);
    }
  }

  return {
    write,
    async flush() {
      await opening;
    },
  };
}

/** Lines are handed to the system as they come, so that a crash loses none. */
async function openPino({ format, path, onFailure }: PinoSinkOptions): Promise<Logger> {
  const { pino } = await import('pino');
  if (path !== undefined) makeFolder(dirname(path), PRIVATE_FOLDER);
  const options = { dest: path ?? STANDARD_ERROR, mode: 0o600, sync: true };
  const destination = pino.destination(options);
  destination.on('error', onFailure);
  let bytes = path === undefined ? 0 : statSync(path).size;

  /** One earlier file is kept. */
  function rotate(file: string) {
    renameSync(file, `${file}.1`);
    destination.reopen();
    bytes = 0;
  }

  const stream: DestinationStream = {
    write(line) {
      const text = format === 'json' ? line : prettyLine(line);
      bytes += Buffer.byteLength(text);
      if (path !== undefined && bytes > LARGEST_FILE) rotate(path);
      destination.write(text);
    },
  };
  return pino(
    {
      level: 'trace',
      base: null,
      timestamp: false,
      messageKey: 'message',
      formatters: { level: (level) => ({ level }) },
    },
    stream,
  );
}
