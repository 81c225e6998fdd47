import type { Clock } from '../base/clock.ts';
import type { IdSource } from '../base/ids.ts';
import type { Redactor } from '../security/redactor.ts';

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
export type LogFields = Readonly<Record<string, unknown>>;

/** Discrete events for whoever runs this: no record of what was done (audit) or how (trace). Must not throw. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Writes a failure with its cause under a new error id, which is all that people are shown of it. */
  failure(message: string, thrown: unknown, fields?: LogFields): string;
  /** The same log with these fields on every entry. */
  with(fields: LogFields): Log;
  /** Resolves once everything so far has been handed to the system. */
  flush(): Promise<void>;
}

/** One entry, secrets already masked. */
export interface LogEntry extends LogFields {
  readonly time: number;
  readonly level: Exclude<LogLevel, 'silent'>;
  readonly message: string;
}

/** Where entries go. Must not throw. */
export interface LogSink {
  write(entry: LogEntry): void;
  flush(): Promise<void>;
}

export interface LogDeps {
  readonly level: LogLevel;
  readonly sink: LogSink;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly redactor: Redactor;
}

const LEVELS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];

export function createLog(deps: LogDeps, fixed: LogFields = {}): Log {
  const { level: least, sink, clock, ids, redactor } = deps;

  function write(level: LogEntry['level'], message: string, fields: LogFields = {}) {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
    sink.write({
      ...maskFields({ ...fixed, ...fields }),
      time: clock.now(),
      level,
      message: redactor.text(message),
    });
  }

  /** Fields come from anywhere: one that cannot even be read must not cost the entry. */
  function maskFields(fields: LogFields): LogFields {
    try {
      return redactor.value(fields) as LogFields;
    } catch {
      return { unreadableFields: Object.keys(fields) };
    }
  }

  return {
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),

    failure(message, thrown, fields) {
      const errorId = ids.next('err');
      write('error', message, { ...fields, errorId, cause: thrown });
      return errorId;
    },

    with: (fields) => createLog(deps, { ...fixed, ...fields }),
    flush: () => sink.flush(),
  };
}
