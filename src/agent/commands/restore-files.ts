import { AgentError } from '../../base/errors.ts';
import { describeError, type MessageId, translate } from '../../protocol/catalogue.ts';
import type { Language } from '../../protocol/language.ts';
import type { Turn } from '../../protocol/turn.ts';
import type { FileChangeRecord } from '../../storage/records.ts';
import type { CommandCall, CommandDeps } from './command.ts';
import { tasksOf } from './tasks-of-turn.ts';

/** Brings back what a turn changed in files, newest change first, and tells what became of each, a line a file. */
export async function restoreFiles(
  deps: CommandDeps,
  call: CommandCall,
  turn: Turn,
): Promise<string[]> {
  const changes = await unlessDamaged(changesOf(deps, turn));
  if (changes === undefined) return [translate(call.language, 'command.changes_unreadable')];
  const lines: string[] = [];
  for (const change of changes.toReversed()) {
    if (!change.undone) lines.push(await restore(deps, call, change));
  }
  return lines;
}

/** Those of its workers among them, in the order in which they were made. */
async function changesOf(deps: CommandDeps, turn: Turn): Promise<FileChangeRecord[]> {
  const { turns, sessions } = deps.storage;
  const own = await sessions.fileChanges(turn.id);
  const tasks = await tasksOf(deps, turn);
  const theirs = await Promise.all(
    tasks.map(async ({ event }) => {
      const worker = await turns.byInbound(event.id);
      return worker === undefined ? [] : sessions.fileChanges(worker.id);
    }),
  );
  return [...own, ...theirs.flat()].toSorted((a, b) => a.at - b.at);
}

async function unlessDamaged<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (thrown) {
    if (AgentError.from(thrown).code !== 'storage_damaged') throw thrown;
    return undefined;
  }
}

/** One file that cannot be restored is told of, and keeps nothing else from being taken back. */
async function restore(
  deps: CommandDeps,
  { language }: CommandCall,
  change: FileChangeRecord,
): Promise<string> {
  const { path, beforeArtifactId: id } = change;
  const before = await earlierBytes(deps, id);
  if (before === 'gone') return notRestored(language, path, 'command.before_image_gone');
  try {
    const undone = await deps.undoFileChange(change, before);
    if (!undone) return notRestored(language, path, 'command.changed_since');
  } catch (thrown) {
    const reason = describeError(AgentError.from(thrown), language);
    return translate(language, 'command.not_restored', { path, reason });
  }
  await deps.storage.commit([{ op: 'put-file-change', change: { ...change, undone: true } }]);
  return translate(language, id === undefined ? 'command.removed' : 'command.restored', { path });
}

/** The bytes before a change, undefined where there was no file. */
async function earlierBytes(
  { storage }: CommandDeps,
  id: string | undefined,
): Promise<Uint8Array | undefined | 'gone'> {
  if (id === undefined) return undefined;
  return (await unlessDamaged(storage.artifacts.read(id))) ?? 'gone';
}

function notRestored(language: Language, path: string, why: MessageId): string {
  const reason = translate(language, why);
  return translate(language, 'command.not_restored', { path, reason });
}
