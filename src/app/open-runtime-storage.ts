import type { Clock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import { makeFolder } from '../security/make-folder.ts';
import { assertUsableWorkspace } from '../security/workspace-files.ts';
import { type BackendName, backends, openStorage } from '../storage/index.ts';
import type { Storage } from '../storage/storage.ts';
import type { RuntimeSettings } from './load-settings.ts';
import { protectedPathsOf } from './protected-paths.ts';

const OWNER_ONLY = 0o700;

type StorageSettings = Pick<RuntimeSettings, 'config' | 'dataDir'>;

/** Takes the data folder for this process; the folders that are missing are made for the owner alone. */
export async function openRuntimeStorage(
  settings: RuntimeSettings,
  clock: Clock,
): Promise<Storage> {
  const { config, dataDir, workspace, home } = settings;
  const { durability } = config.storage;
  await assertUsableWorkspace({ workspace, home, protectedPaths: protectedPathsOf(settings) });
  prepareWorkspace(workspace);
  return openStorage(backendOf(config.storage.backend), { dataDir, durability, now: clock.now });
}

function prepareWorkspace(path: string): void {
  try {
    makeFolder(path, OWNER_ONLY);
  } catch (cause) {
    throw new AgentError('invalid_config', `The workspace ${path} cannot be made.`, {
      messageId: 'app.workspace_unusable',
      values: { path },
      cause,
    });
  }
}

/** Reads beside whoever holds the data folder; undefined when nothing has been kept there yet. */
export async function openReader(
  { config, dataDir }: StorageSettings,
  clock: Clock,
): Promise<Storage | undefined> {
  const { backend, durability } = config.storage;
  const options = { dataDir, durability, readOnly: true, now: clock.now };
  try {
    return await openStorage(backendOf(backend), options);
  } catch (thrown) {
    if (AgentError.from(thrown).code === 'not_found') return undefined;
    throw thrown;
  }
}

export function backendOf(name: string): BackendName {
  if (Object.hasOwn(backends, name)) return name as BackendName;
  throw new AgentError('invalid_config', `There is no storage backend "${name}".`, {
    messageId: 'app.unknown_part',
    values: { key: 'storage.backend', value: name, known: Object.keys(backends).join(', ') },
  });
}
