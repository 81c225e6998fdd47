import { AgentError } from '../base/errors.ts';
import type { MessageRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { rebuildTranscript } from './rebuild-transcript.ts';

export interface TranscriptsDeps {
  readonly storage: Storage;
  /** Told when a damaged transcript was made anew from the journal. Must not throw. */
  onRebuilt(sessionKey: string, damage: AgentError): void;
}

/** The history of each session, as its models read it. */
export interface Transcripts {
  /**
   * All messages of a session, oldest first. A damaged one is rebuilt from the journal, which holds every
   * step; fails with `storage_damaged` only when the journal is damaged too.
   */
  read(sessionKey: string): Promise<readonly MessageRecord[]>;
}

export function createTranscripts({ storage, onRebuilt }: TranscriptsDeps): Transcripts {
  return {
    async read(sessionKey) {
      try {
        return await storage.messages.list(sessionKey);
      } catch (thrown) {
        const damage = AgentError.from(thrown);
        if (damage.code !== 'storage_damaged') throw thrown;
        await rebuildTranscript(storage, sessionKey);
        onRebuilt(sessionKey, damage);
        return storage.messages.list(sessionKey);
      }
    },
  };
}
