import type { Usage } from '../../../protocol/usage.ts';
import { UsageRecord } from '../../records.ts';
import type { UsageStore } from '../../storage.ts';
import { json, matching } from './rows.ts';
import type { Handlers, Writing } from './writing.ts';

interface SumRow extends Omit<Usage, 'costUsd'> {
  /** Null when no record has a cost. */
  readonly costUsd: number | null;
}

const SUMS = `
  total(input_tokens) as inputTokens, total(output_tokens) as outputTokens,
  total(cache_read_tokens) as cacheReadTokens, total(cache_write_tokens) as cacheWriteTokens,
  total(reasoning_tokens) as reasoningTokens, sum(cost_usd) as costUsd`;

export function createUsageStore({ database, reader }: Writing): UsageStore {
  return {
    async total({ turnId, sessionKey, principal, since }) {
      const { where, values } = matching(
        ['turn_id = ?', turnId],
        ['session_key = ?', sessionKey],
        ['principal = ?', principal],
        ['at >= ?', since],
      );
      const sums = database.get<SumRow>(`select ${SUMS} from usage ${where}`, ...values);
      const { costUsd, ...tokens } = sums ?? NOTHING;
      return costUsd === null ? tokens : { ...tokens, costUsd };
    },

    async list({ turnId }) {
      const sql = 'select step_name, body from usage where turn_id = ? order by position';
      const rows = database.all<{ step_name: string; body: string }>(sql, turnId);
      return rows.map(({ step_name, body }) => {
        const name = { table: 'usage', key: `${turnId}#${step_name}` };
        return reader.read(UsageRecord, name, json(body));
      });
    },
  };
}

export const usageHandlers: Handlers<'put-usage'> = {
  'put-usage'({ database }, { usage: record }) {
    const sql = `
      insert into usage (turn_id, step_name, session_key, principal, at, input_tokens, output_tokens,
        cache_read_tokens, cache_write_tokens, reasoning_tokens, cost_usd, body)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (turn_id, step_name) do update set session_key = excluded.session_key,
        principal = excluded.principal, at = excluded.at, input_tokens = excluded.input_tokens,
        output_tokens = excluded.output_tokens, cache_read_tokens = excluded.cache_read_tokens,
        cache_write_tokens = excluded.cache_write_tokens,
        reasoning_tokens = excluded.reasoning_tokens, cost_usd = excluded.cost_usd,
        body = excluded.body`;
    const { turnId, stepName, sessionKey, principal, at, usage } = record;
    const names = [turnId, stepName, sessionKey, principal];
    const amounts = [
      usage.inputTokens,
      usage.outputTokens,
      usage.cacheReadTokens,
      usage.cacheWriteTokens,
      usage.reasoningTokens,
      usage.costUsd ?? null,
    ];
    database.run(sql, ...names, at, ...amounts, JSON.stringify(record));
  },
};

const NOTHING: SumRow = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  costUsd: null,
};
