import { ArtifactRecord } from '../../records.ts';
import type { ArtifactStore } from '../../storage.ts';
import type { Database } from '../database.ts';
import { json } from './rows.ts';
import type { Handlers, Writing } from './writing.ts';

export function createArtifactStore({ database, reader }: Writing): ArtifactStore {
  return {
    async get(id) {
      const row = database.get<{ body: string }>('select body from artifacts where id = ?', id);
      return row && reader.read(ArtifactRecord, { table: 'artifacts', key: id }, json(row.body));
    },

    async read(id) {
      const sql = 'select content from artifacts where id = ?';
      const row = database.get<{ content: Uint8Array }>(sql, id);
      return row && new Uint8Array(row.content);
    },
  };
}

export const artifactHandlers: Handlers<'put-artifact'> = {
  'put-artifact'({ database }, { artifact, content }) {
    putArtifact(database, artifact, content);
  },
};

export function putArtifact(
  database: Database,
  artifact: ArtifactRecord,
  content: Uint8Array,
): void {
  const sql = `
    insert into artifacts (id, session_key, body, content) values (?, ?, ?, ?)
    on conflict (id) do update set session_key = excluded.session_key, body = excluded.body,
      content = excluded.content`;
  database.run(sql, artifact.id, artifact.sessionKey, JSON.stringify(artifact), content);
}
