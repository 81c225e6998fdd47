import { realpath } from 'node:fs/promises';
import type { RuntimeClient } from '../../app/runtime-client.ts';
import { settingsInForce } from '../../app/settings-in-force.ts';
import { AgentError } from '../../base/errors.ts';
import type { CliSettings } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';

/** Where and when the data is kept, rather than how the agent works. */
const ELSEWHERE = new Set(['dataDir', 'workspace.path']);

/**
 * The running runtime, else one of our own. A running one keeps the workspace and the settings it was started
 * with: what would be done there otherwise than it was said here is refused before anything is sent.
 */
export async function openRuntime(cli: Cli, settings: CliSettings): Promise<RuntimeClient> {
  const client = await cli.deps.app.openClient(settings);
  try {
    await assertSame(client, settings);
    return client;
  } catch (thrown) {
    await client.close();
    // It ended while it was asked: somebody else takes over, or we do.
    if (AgentError.from(thrown).code === 'unavailable') return openRuntime(cli, settings);
    throw thrown;
  }
}

async function assertSame(client: RuntimeClient, settings: CliSettings): Promise<void> {
  const paths = settings.said.filter((path) => !ELSEWHERE.has(path));
  const theirs = await client.settings(paths);
  const ours = settingsInForce(settings, paths);
  const [there, here] = await Promise.all([theirs, ours].map(({ workspace }) => real(workspace)));
  const values = { pid: theirs.pid, theirs: theirs.workspace, ours: settings.workspace };
  if (there !== here) throw refusal('cli.running.workspace', values);
  const other = paths.filter((path) => theirs.digests[path] !== ours.digests[path]);
  if (other.length > 0)
    throw refusal('cli.running.settings', { ...values, keys: other.join(', ') });
}

function real(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}

function refusal(
  messageId: 'cli.running.workspace' | 'cli.running.settings',
  values: Readonly<Record<string, string | number>>,
): AgentError {
  return new AgentError('conflict', 'The running runtime was started otherwise.', {
    messageId,
    values,
  });
}
