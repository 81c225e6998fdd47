import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import type { IdSource } from '../base/ids.ts';
import type { AuditLog } from '../observability/audit.ts';
import { createLog, type Log } from '../observability/log.ts';
import { openAudit } from '../observability/open-audit.ts';
import { createPinoSink } from '../observability/pino-sink.ts';
import { createRedactor, type Redactor } from '../security/redactor.ts';
import type { DataFolder } from './data-folder.ts';
import type { RuntimeSettings } from './load-settings.ts';
import { secretsOf } from './secrets-of.ts';

/** What is written down beside the storage, and the one redactor that all of it goes through. */
export interface Records {
  readonly redactor: Redactor;
  readonly log: Log;
  readonly audit: AuditLog;
  /** Writes what is waiting. */
  close(): Promise<void>;
}

export interface OpenRecordsDeps {
  readonly folder: DataFolder;
  readonly clock: Clock;
  readonly ids: IdSource;
}

export async function openRecords(
  { config, environment }: Pick<RuntimeSettings, 'config' | 'environment'>,
  { folder, clock, ids }: OpenRecordsDeps,
): Promise<Records> {
  const redactor = createRedactor({ secrets: secretsOf(config, environment) });
  const { level, format } = config.log;
  const sink = createPinoSink({
    format: format === 'pretty' ? 'pretty' : 'json',
    path: join(folder.logFolder, 'echo-agent.log'),
    // There is nowhere left to say that the log cannot be written; the turn must not fail for it.
    onFailure: () => undefined,
  });
  const log = createLog({ level, sink, clock, ids, redactor });
  const audit = await openAudit({
    path: folder.auditPath,
    clock,
    redactor,
    onFailure: (problem, thrown) => log.error(problem, { cause: thrown }),
  });
  return {
    redactor,
    log,
    audit,
    async close() {
      await audit.close();
      await log.flush();
    },
  };
}
