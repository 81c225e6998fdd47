import { AgentError } from '../base/errors.ts';
import type { Lease, MessageRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { rebuildTranscript } from './rebuild-transcript.ts';

export interface TranscriptsDeps {
  readonly storage: Storage;
  /** Told when a damaged transcript was made anew from the journal. Must not throw. */
  onRebuilt(sessionKey: string, damage: AgentError): void;
}

/** Positions that a reader does not want, both ends included. */
export interface Gap {
  readonly fromSeq: number;
  readonly toSeq: number;
}

export interface ReadOptions {
  readonly gap?: Gap | undefined;
  /** Of the worker that reads: while it holds, nobody else adds to the transcript. */
  readonly lease: Lease;
}

/** The history of each session, as its models read it. */
export interface Transcripts {
  /**
   * The messages of a session, oldest first, without those in `gap`. A damaged transcript is rebuilt from the
   * journal, which holds every step; a turn whose journal is damaged too keeps what the person said in it.
   */
  read(sessionKey: string, options: ReadOptions): Promise<readonly MessageRecord[]>;
}

export function createTranscripts({ storage, onRebuilt }: TranscriptsDeps): Transcripts {
  async function list(sessionKey: string, gap: Gap | undefined) {
    if (gap === undefined) return storage.messages.list(sessionKey);
    const [before, after] = await Promise.all([
      storage.messages.list(sessionKey, { limit: gap.fromSeq - 1 }),
      storage.messages.list(sessionKey, { afterSeq: gap.toSeq }),
    ]);
    // Taken-back turns leave holes, so a count can reach past the gap.
    return [...before.filter(({ seq }) => seq < gap.fromSeq), ...after];
  }

  return {
    async read(sessionKey, { gap, lease }) {
      try {
        return await list(sessionKey, gap);
      } catch (thrown) {
        const damage = AgentError.from(thrown);
        if (damage.code !== 'storage_damaged') throw thrown;
        await rebuildTranscript(storage, lease);
        onRebuilt(sessionKey, damage);
        return list(sessionKey, gap);
      }
    },
  };
}
