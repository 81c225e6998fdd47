import { AgentError } from '../../../base/errors.ts';
import { OPEN_TURN_STATES, Step, Turn } from '../../../protocol/turn.ts';
import { EffectRecord } from '../../records.ts';
import type { EffectStore, TurnStore } from '../../storage.ts';
import { ensureReadyRow } from './readiness.ts';
import { countRows, json, matching, NO_LIMIT, oneOf, type RecordReader } from './rows.ts';
import { type Handlers, missing, type OperationScope, type Writing } from './writing.ts';

interface TurnRow {
  readonly id: string;
  readonly body: string;
}

interface StepRow {
  readonly turn_id: string;
  readonly name: string;
  readonly body: string;
}

interface CallRow extends StepRow {
  readonly turn_body: string;
}

/** The tool's own name, else that of its start, else the one by which it was called, as in older journals. */
const TOOL_OF_STEP = `iif(json_valid(steps.body), coalesce(
  json_extract(steps.body, '$.result.tool'), json_extract(steps.body, '$.result.start.tool'),
  json_extract(steps.body, '$.result.message.tool')), null)`;

const SELECT = 'select id, body from turns';
const LATEST = 'order by started_at desc, position desc limit 1';

export function createTurnStore({ database, reader }: Writing): TurnStore {
  function find(condition: string, value: string): Turn | undefined {
    const row = database.get<TurnRow>(`${SELECT} where ${condition} ${LATEST}`, value);
    return row && toTurn(reader, row);
  }

  return {
    get: async (id) => find('id = ?', id),
    byTrace: async (traceId) => find('trace_id = ?', traceId),
    byInbound: async (inboundId) => find('inbound_id = ?', inboundId),
    open: async (sessionKey) =>
      find(`session_key = ? and state in ('running', 'waiting', 'ready')`, sessionKey),

    async list({ sessionKey, states, limit = NO_LIMIT, before, beforeId = '' }) {
      const { where, values } = matching(['session_key = ?', sessionKey], oneOf('state', states), [
        '(started_at, id) < (?, ?)',
        before,
        beforeId,
      ]);
      const sql = `${SELECT} ${where} order by started_at desc, id desc limit ?`;
      const rows = database.all<TurnRow>(sql, ...values, limit);
      return sessionKey === undefined
        ? rows.flatMap((row) => toTurnOrSkip(reader, row) ?? [])
        : rows.map((row) => toTurn(reader, row));
    },

    count: async ({ states }) => countRows(database, 'turns', states),

    async lastStep(sessionKey, name) {
      const sql = `
        select turn_id, steps.body from turns join steps on turn_id = turns.id and name = ?
        where session_key = ? order by started_at desc, turns.id desc limit 1`;
      const row = database.get<{ turn_id: string; body: string }>(sql, name, sessionKey);
      return row && toStep(reader, { ...row, name });
    },

    async steps(turnId) {
      const sql = 'select turn_id, name, body from steps where turn_id = ? order by position';
      return database.all<StepRow>(sql, turnId).map((row) => toStep(reader, row));
    },

    async calls({ sessionKey, tool, limit }) {
      const { where, values } = matching(
        [`name glob 'tool_*' and ? = 1`, 1],
        ['session_key = ?', sessionKey],
        [`${TOOL_OF_STEP} = ?`, tool],
      );
      const sql = `
        select turn_id, name, steps.body, turns.body as turn_body
        from steps join turns on turns.id = turn_id
        ${where} order by steps.position desc limit ?`;
      return database.all<CallRow>(sql, ...values, limit).flatMap((row) => {
        const turn = toTurnOrSkip(reader, { id: row.turn_id, body: row.turn_body });
        const key = `${row.turn_id}#${row.name}`;
        const step = reader.readOrSkip(Step, { table: 'steps', key }, json(row.body));
        return turn === undefined || step === undefined ? [] : [{ turn, step }];
      });
    },
  };
}

export function createEffectStore({ database, reader }: Writing): EffectStore {
  const toEffect = ({ key, body }: { key: string; body: string }) =>
    reader.read(EffectRecord, { table: 'effects', key }, json(body));

  return {
    async get(idempotencyKey) {
      const sql = 'select idempotency_key as key, body from effects where idempotency_key = ?';
      const row = database.get<{ key: string; body: string }>(sql, idempotencyKey);
      return row && toEffect(row);
    },

    async list(turnId) {
      const sql =
        'select idempotency_key as key, body from effects where turn_id = ? order by position';
      return database.all<{ key: string; body: string }>(sql, turnId).map(toEffect);
    },
  };
}

export const turnHandlers: Handlers<
  'put-turn' | 'park-turn' | 'put-step' | 'put-effect' | 'request-stop' | 'answer-clarification'
> = {
  'put-turn'(scope, { turn }) {
    putTurn(scope, keepingStop(scope, turn));
  },

  'park-turn'(scope, { turn }) {
    const parked = keepingStop(scope, turn);
    const goesOn = parked.stopRequested || isAnswered(scope, parked);
    putTurn(scope, { ...parked, state: goesOn ? 'ready' : 'waiting' });
  },

  'put-step'({ database }, { step }) {
    const sql = `
      insert into steps (turn_id, name, body) values (?, ?, ?)
      on conflict (turn_id, name) do update set body = excluded.body`;
    database.run(sql, step.turnId, step.name, JSON.stringify(step));
  },

  'put-effect'({ database }, { effect }) {
    const sql = `
      insert into effects (idempotency_key, turn_id, body) values (?, ?, ?)
      on conflict (idempotency_key) do update set turn_id = excluded.turn_id, body = excluded.body`;
    database.run(sql, effect.idempotencyKey, effect.turnId, JSON.stringify(effect));
  },

  'request-stop'(scope, { turnId }) {
    const turn = storedTurn(scope, turnId);
    if (turn === undefined) throw missing(`turn ${turnId}`);
    if (!OPEN_TURN_STATES.includes(turn.state)) return;
    const state = turn.state === 'waiting' ? 'ready' : turn.state;
    putTurn(scope, { ...turn, state, stopRequested: true });
  },

  'answer-clarification'(scope, { turnId, id, answer }) {
    const turn = storedTurn(scope, turnId);
    if (turn === undefined) throw missing(`turn ${turnId}`);
    const { waitingFor } = turn;
    const waits =
      turn.state === 'waiting' && waitingFor?.kind === 'clarification' && waitingFor.id === id;
    if (!waits) throw new AgentError('conflict', `Turn ${turnId} does not wait for answer ${id}.`);
    putTurn(scope, { ...turn, state: 'ready', waitingFor: { ...waitingFor, answer } });
  },
};

/** Makes a turn that waits for an approval go on. */
export function wakeTurn(scope: OperationScope, turnId: string): void {
  const turn = storedTurn(scope, turnId);
  if (turn?.state !== 'waiting' || turn.waitingFor?.kind !== 'approval') return;
  putTurn(scope, { ...turn, state: 'ready' });
}

function putTurn({ database, touched }: OperationScope, turn: Turn): void {
  const sql = `
    insert into turns
      (id, session_key, inbound_id, trace_id, state, stop_requested, started_at, body)
    values (?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (id) do update
      set state = excluded.state, stop_requested = excluded.stop_requested, body = excluded.body`;
  const { id, sessionKey, inboundId, traceId, state, startedAt } = turn;
  const names = [id, sessionKey, inboundId, traceId, state];
  database.run(sql, ...names, Number(turn.stopRequested), startedAt, JSON.stringify(turn));
  ensureReadyRow(database, sessionKey);
  touched.add(sessionKey);
}

/** A stop that was asked for while the worker held an older copy of the turn. */
function keepingStop(scope: OperationScope, turn: Turn): Turn {
  if (turn.stopRequested) return turn;
  const sql = `
    select 1 as stop from turns
    where id = ? and stop_requested = 1 and state in ('running', 'waiting', 'ready')`;
  const stopped = scope.database.get(sql, turn.id) !== undefined;
  return stopped ? { ...turn, stopRequested: true } : turn;
}

function isAnswered({ database }: OperationScope, { waitingFor }: Turn): boolean {
  if (waitingFor?.kind !== 'approval') return false;
  const sql = 'select state from approvals where id = ?';
  const approval = database.get<{ state: string }>(sql, waitingFor.id);
  return approval !== undefined && approval.state !== 'pending';
}

function storedTurn({ database, reader }: OperationScope, id: string): Turn | undefined {
  const row = database.get<TurnRow>(`${SELECT} where id = ?`, id);
  return row && toTurn(reader, row);
}

function toStep(reader: RecordReader, { turn_id, name, body }: StepRow): Step {
  return reader.read(Step, { table: 'steps', key: `${turn_id}#${name}` }, json(body));
}

function toTurn(reader: RecordReader, { id, body }: TurnRow): Turn {
  return reader.read(Turn, { table: 'turns', key: id }, json(body));
}

function toTurnOrSkip(reader: RecordReader, { id, body }: TurnRow): Turn | undefined {
  return reader.readOrSkip(Turn, { table: 'turns', key: id }, json(body));
}
