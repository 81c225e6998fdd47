import { ReceiptRecord } from '../../records.ts';
import type { ReceiptStore } from '../../storage.ts';
import { json, matching } from './rows.ts';
import type { Handlers, Writing } from './writing.ts';

interface ReceiptRow {
  readonly key: string;
  readonly body: string;
}

const SELECT = 'select trace_id as key, body from receipts';

export function createReceiptStore({ database, reader }: Writing): ReceiptStore {
  return {
    async get(traceId) {
      const row = database.get<ReceiptRow>(`${SELECT} where trace_id = ?`, traceId);
      return row && reader.read(ReceiptRecord, { table: 'receipts', key: traceId }, json(row.body));
    },

    async list({ sessionKey, limit }) {
      const { where, values } = matching(['session_key = ?', sessionKey]);
      const sql = `${SELECT} ${where} order by at desc, position desc limit ?`;
      return database.all<ReceiptRow>(sql, ...values, limit).flatMap(({ key, body }) => {
        const name = { table: 'receipts', key };
        return reader.readOrSkip(ReceiptRecord, name, json(body)) ?? [];
      });
    },
  };
}

export const receiptHandlers: Handlers<'put-receipt'> = {
  'put-receipt'({ database }, { receipt }) {
    const sql = `
      insert into receipts (trace_id, session_key, at, body) values (?, ?, ?, ?)
      on conflict (trace_id) do update set session_key = excluded.session_key, at = excluded.at,
        body = excluded.body`;
    database.run(sql, receipt.traceId, receipt.sessionKey, receipt.at, JSON.stringify(receipt));
  },
};
