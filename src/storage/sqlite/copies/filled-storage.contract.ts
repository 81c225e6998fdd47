import { createHash } from 'node:crypto';
import { acceptAll, append, inbound, outbound, turn } from '../../samples.contract.ts';
import type { Storage } from '../../storage.ts';
import { openDatabase } from '../database.ts';

export const now = () => 5_000;

export async function fill(storage: Storage, name: string, count = 20): Promise<void> {
  await acceptAll(
    storage,
    Array.from({ length: count }, (_, n) => inbound(`${name}${n}`, name)),
  );
  const names = { id: `art-${name}`, sessionKey: `cli:${name}`, mediaType: 'text/plain' };
  const artifact = { ...names, kind: 'output' as const, bytes: 3, createdAt: 1 };
  await storage.commit([
    ...Array.from({ length: count }, (_, n) => append(`cli:${name}`, `t-${name}${n}`, `text ${n}`)),
    { op: 'put-turn', turn: turn(`t-${name}`, name) },
    { op: 'enqueue-delivery', event: outbound(`d-${name}`, name) },
    { op: 'put-artifact', artifact, content: new Uint8Array([1, 2, 3]) },
  ]);
}

/** One digest a table, over all its rows. */
export function hashesOf(path: string): Record<string, string> {
  const database = openDatabase(path, { readOnly: true });
  const sql = `select name from sqlite_schema where type = 'table' order by name`;
  const hashes = database.all<{ name: string }>(sql).map(({ name }) => {
    const rows = database.all(`select * from ${name}`).map((row) => JSON.stringify(row));
    return [name, createHash('sha256').update(rows.sort().join('\n')).digest('hex')];
  });
  database.close();
  return Object.fromEntries(hashes);
}
