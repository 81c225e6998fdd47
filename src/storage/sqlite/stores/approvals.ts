import { AgentError } from '../../../base/errors.ts';
import { Approval } from '../../../protocol/approval.ts';
import { AllowanceRecord } from '../../records.ts';
import type { ApprovalStore } from '../../storage.ts';
import type { Database } from '../database.ts';
import { json, matching, oneOf, type RecordReader } from './rows.ts';
import { wakeTurn } from './turns.ts';
import { type Handlers, missing, type Writing } from './writing.ts';

interface IdRow {
  readonly id: string;
  readonly body: string;
}

const SELECT = 'select id, body from approvals';

export function createApprovalStore({ database, reader }: Writing): ApprovalStore {
  const toApproval = ({ id, body }: IdRow) =>
    reader.read(Approval, { table: 'approvals', key: id }, json(body));

  return {
    async get(id) {
      const row = database.get<IdRow>(`${SELECT} where id = ?`, id);
      return row && toApproval(row);
    },

    async forStep(turnId, stepName) {
      const sql = `${SELECT} where turn_id = ? and step_name = ? order by position desc limit 1`;
      const row = database.get<IdRow>(sql, turnId, stepName);
      return row && toApproval(row);
    },

    async list({ sessionKey, turnId, states, limit }) {
      const { where, values } = matching(
        ['session_key = ?', sessionKey],
        ['turn_id = ?', turnId],
        oneOf('state', states),
      );
      const sql = `${SELECT} ${where} order by requested_at, position limit ?`;
      return database
        .all<IdRow>(sql, ...values, limit)
        .flatMap((row) => toApprovalOrSkip(reader, row) ?? []);
    },

    async allowances({ sessionKey, principal }) {
      const sql = `
        select id, body from allowances
        where principal = ? and (scope = 'always' or session_key = ?) order by id`;
      return database.all<IdRow>(sql, principal, sessionKey).flatMap(({ id, body }) => {
        const name = { table: 'allowances', key: id };
        return reader.readOrSkip(AllowanceRecord, name, json(body)) ?? [];
      });
    },
  };
}

export const approvalHandlers: Handlers<
  'put-approval' | 'decide-approval' | 'put-allowance' | 'delete-allowance'
> = {
  'put-approval'({ database }, { approval }) {
    putApproval(database, approval);
  },

  'decide-approval'(scope, { approval }) {
    const sql = 'select state from approvals where id = ?';
    const stored = scope.database.get<{ state: string }>(sql, approval.id);
    if (stored === undefined) throw missing(`approval ${approval.id}`);
    if (stored.state !== 'pending') {
      throw new AgentError('conflict', `Approval ${approval.id} is already ${stored.state}.`, {
        details: { state: stored.state },
      });
    }
    putApproval(scope.database, approval);
    wakeTurn(scope, approval.turnId);
  },

  'put-allowance'({ database }, { allowance }) {
    const sql = `
      insert into allowances (id, scope, session_key, principal, body) values (?, ?, ?, ?, ?)
      on conflict (id) do update set scope = excluded.scope, session_key = excluded.session_key,
        principal = excluded.principal, body = excluded.body`;
    const { id, scope, sessionKey, principal } = allowance;
    database.run(sql, id, scope, sessionKey ?? null, principal, JSON.stringify(allowance));
  },

  'delete-allowance'({ database }, { id }) {
    database.run('delete from allowances where id = ?', id);
  },
};

function putApproval(database: Database, approval: Approval): void {
  const sql = `
    insert into approvals (id, turn_id, step_name, session_key, state, requested_at, body)
    values (?, ?, ?, ?, ?, ?, ?)
    on conflict (id) do update set turn_id = excluded.turn_id, step_name = excluded.step_name,
      session_key = excluded.session_key, state = excluded.state,
      requested_at = excluded.requested_at, body = excluded.body`;
  const { id, turnId, stepName, sessionKey, state, requestedAt } = approval;
  const names = [id, turnId, stepName, sessionKey, state];
  database.run(sql, ...names, requestedAt, JSON.stringify(approval));
}

function toApprovalOrSkip(reader: RecordReader, { id, body }: IdRow): Approval | undefined {
  return reader.readOrSkip(Approval, { table: 'approvals', key: id }, json(body));
}
