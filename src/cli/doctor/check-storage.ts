import { AgentError } from '../../base/errors.ts';
import { isMessageId } from '../../protocol/catalogue.ts';
import type { StorageProblem } from '../../storage/storage.ts';
import type { CliApp, CliSettings } from '../cli-deps.ts';
import type { Check } from './check.ts';

/** Who works with the data folder, and whether what is stored can be read. */
export async function checkStorage(app: CliApp, settings: CliSettings): Promise<Check[]> {
  return [...(await checkOwner(app, settings)), ...(await checkDatabase(app, settings))];
}

async function checkOwner(app: CliApp, settings: CliSettings): Promise<Check[]> {
  try {
    const client = await app.connect(settings);
    if (client === undefined) return [{ level: 'fine', id: 'cli.doctor.not_running' }];
    const { pid, problems } = await client.status().finally(() => client.close());
    return [
      { level: 'fine', id: 'cli.doctor.running', values: { pid } },
      ...problems.map((problem) => told(problem)),
    ];
  } catch (thrown) {
    return [failure(thrown)];
  }
}

async function checkDatabase(app: CliApp, settings: CliSettings): Promise<Check[]> {
  try {
    const reader = await app.openReader(settings);
    if (reader === undefined) return [{ level: 'fine', id: 'cli.doctor.no_database' }];
    try {
      await reader.sessions.list({ limit: 1_000 });
      const unknown = await reader.outbox.list({ states: ['unknown'], limit: 1_000 });
      const problems = reader.problems().map(problemCheck);
      return [
        ...(problems.length > 0
          ? problems
          : [{ level: 'fine', id: 'cli.doctor.database' } as const]),
        ...(unknown.length === 0
          ? []
          : [
              {
                level: 'open',
                id: 'cli.doctor.unknown',
                values: { count: unknown.length },
              } as const,
            ]),
      ];
    } finally {
      await reader.close();
    }
  } catch (thrown) {
    return [failure(thrown)];
  }
}

function problemCheck({ messageId, values, what }: StorageProblem): Check {
  return isMessageId(messageId) ? { level: 'wrong', id: messageId, values } : told(what);
}

function told(text: string): Check {
  return { level: 'wrong', id: 'cli.doctor.told', values: { text } };
}

function failure(thrown: unknown): Check {
  const { messageId, values, code } = AgentError.from(thrown);
  return messageId !== undefined && isMessageId(messageId)
    ? { level: 'wrong', id: messageId, values }
    : { level: 'wrong', id: `error.${code}` };
}
