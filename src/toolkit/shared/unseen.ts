import type { FileContent } from '../../security/workspace-files.ts';
import type { ToolExecutionContext } from '../../tools/tool.ts';
import { contentHash } from './content-hash.ts';
import { type Failure, failure } from './failure.ts';
import { visibleName } from './text-lines.ts';

/** A change of parts is made on what the model has seen, not on what it imagines. */
export async function whyUnseen(
  { place, bytes }: Pick<FileContent, 'place' | 'bytes'>,
  { memory }: Pick<ToolExecutionContext, 'memory'>,
): Promise<Failure | undefined> {
  const view = await memory.fileView(place.path);
  if (view === contentHash(bytes)) return undefined;
  const name = visibleName(place.name);
  if (view === undefined) {
    return failure(
      `${name} has not been read in this session. Read it with read_file, then edit.`,
      { path: place.name },
    );
  }
  return failure(
    `${name} has changed since you read it (conflict); nothing was changed. Read it again, then edit.`,
    { path: place.name, code: 'conflict' },
  );
}
