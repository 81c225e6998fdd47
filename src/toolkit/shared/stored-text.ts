import type { StoredText } from '../../tools/tool.ts';
import { type Failure, failure } from './failure.ts';

type Absent = Exclude<StoredText, { readonly text: string }> | undefined;

/** Why nothing can be read under the id of an artifact, and what to do instead. */
export function explainAbsence(id: string, absent: Absent): Failure {
  if (absent === undefined) {
    return failure(`This conversation has no artifact ${id}. Use an id from one of its results.`, {
      artifactId: id,
    });
  }
  const day = new Date(absent.expiredAt).toISOString().slice(0, 10);
  return failure(
    `The content of artifact ${id} expired and is no longer kept, since ${day}. Run the call again if you need it.`,
    { artifactId: id, expired: true },
  );
}
