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
      const sql = `select content from artifacts where id = ? and ${KEPT}`;
      const row = database.get<{ content: Uint8Array }>(sql, id);
      return row && new Uint8Array(row.content);
    },

    async kept({ kind, createdBefore, limit }) {
      const sql = `
        select id from artifacts
        where ${KEPT} and body ->> '$.kind' = ? and body ->> '$.createdAt' < ?
        order by body ->> '$.createdAt', id limit ?`;
      return database.all<{ id: string }>(sql, kind, createdBefore, limit).map(({ id }) => id);
    },
  };
}

/** A body that is damaged is no reason to drop the content. */
const KEPT = "(not json_valid(body) or body ->> '$.expiredAt' is null)";

export const artifactHandlers: Handlers<'put-artifact' | 'expire-artifact'> = {
  'put-artifact'({ database }, { artifact, content }) {
    putArtifact(database, artifact, content);
  },

  'expire-artifact'({ database }, { id, at }) {
    const sql = `
      update artifacts set content = x'', body = json_set(body, '$.expiredAt', ?)
      where id = ? and json_valid(body) and body ->> '$.expiredAt' is null`;
    database.run(sql, at, id);
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
