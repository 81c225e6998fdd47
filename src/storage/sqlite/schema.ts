/**
 * How a new database comes to be, and how an older one is brought up to date: entry n leads from version n to
 * n + 1. An entry that was released is never edited.
 *
 * Bodies are JSON, read through the schemas of `records.ts` and `protocol`; the other columns are what queries
 * need. Moments are `real`, as clocks give them. `position` orders rows as they were first written.
 */
export const MIGRATIONS: readonly string[] = [
  `
  create table sessions (
    key        text primary key,
    channel    text not null,
    principal  text not null,
    updated_at real not null,
    body       text not null
  ) strict;
  create index sessions_by_use on sessions (updated_at, key);
  create index sessions_by_principal on sessions (principal, updated_at);

  -- One row a session: its queue and who may work on it. ready_since is the inbox position that it
  -- waits with, null while there is nothing to do or an answer is missing.
  create table session_ready (
    session_key text primary key,
    next_seq    integer not null default 1,
    queued      integer not null default 0,
    ready_since integer,
    lease_owner text,
    lease_until real not null default 0,
    fence       integer not null default 0
  ) strict, without rowid;
  create index session_ready_in_order on session_ready (ready_since) where ready_since is not null;

  -- fence: the last one given, of all sessions. queued: messages waiting, of all sessions.
  create table counters (
    name  text primary key,
    value integer not null
  ) strict, without rowid;
  insert into counters (name, value) values ('fence', 0), ('queued', 0);

  create table inbox (
    position    integer primary key,
    id          text not null unique,
    session_key text not null,
    seq         integer not null,
    state       text not null,
    accepted_at real not null,
    body        text not null
  ) strict;
  create index inbox_by_session on inbox (session_key, state, position);
  create index inbox_by_state on inbox (state, position);

  create table turns (
    position       integer primary key,
    id             text not null unique,
    session_key    text not null,
    inbound_id     text not null,
    trace_id       text not null,
    state          text not null,
    stop_requested integer not null default 0,
    started_at     real not null,
    body           text not null
  ) strict;
  create unique index turns_one_open on turns (session_key) where state in ('running', 'waiting', 'ready');
  create index turns_by_session on turns (session_key, started_at, id);
  create index turns_by_start on turns (started_at, id);
  create index turns_by_state on turns (state, started_at);
  create index turns_by_inbound on turns (inbound_id);
  create index turns_by_trace on turns (trace_id);

  create table steps (
    position integer primary key,
    turn_id  text not null,
    name     text not null,
    body     text not null,
    unique (turn_id, name)
  ) strict;

  create table effects (
    position        integer primary key,
    idempotency_key text not null unique,
    turn_id         text not null,
    body            text not null
  ) strict;
  create index effects_by_turn on effects (turn_id, position);

  -- words: what a search looks in, see search-words.
  create table messages (
    position    integer primary key,
    session_key text not null,
    seq         integer not null,
    turn_id     text not null,
    ordinal     integer not null,
    at          real not null,
    words       text not null,
    body        text not null,
    unique (session_key, seq),
    unique (turn_id, ordinal)
  ) strict;
  create index messages_by_time on messages (at, position);

  create table deliveries (
    position        integer primary key,
    id              text not null unique,
    session_key     text not null,
    turn_id         text,
    channel         text not null,
    chat            text not null,
    state           text not null,
    attempts        integer not null default 0,
    next_attempt_at real not null default 0,
    expires_at      real not null,
    started_at      real,
    settled_at      real,
    receipt         text,
    body            text not null
  ) strict;
  create index deliveries_open on deliveries (chat, position) where state in ('queued', 'sending');
  create index deliveries_by_state on deliveries (state, position);
  create index deliveries_by_session on deliveries (session_key, position);
  create index deliveries_by_turn on deliveries (turn_id);

  create table approvals (
    position     integer primary key,
    id           text not null unique,
    turn_id      text not null,
    step_name    text not null,
    session_key  text not null,
    state        text not null,
    requested_at real not null,
    body         text not null
  ) strict;
  create index approvals_by_step on approvals (turn_id, step_name, position);
  create index approvals_by_state on approvals (state, requested_at);
  create index approvals_by_session on approvals (session_key, requested_at);

  create table allowances (
    id          text primary key,
    scope       text not null,
    session_key text,
    principal   text not null,
    body        text not null
  ) strict;
  create index allowances_by_principal on allowances (principal);
  create index allowances_by_session on allowances (session_key);

  create table artifacts (
    id          text primary key,
    session_key text not null,
    body        text not null,
    content     blob not null
  ) strict;
  create index artifacts_by_session on artifacts (session_key);

  create table todos (
    session_key text primary key,
    body        text not null
  ) strict;

  create table file_views (
    session_key text not null,
    path        text not null,
    body        text not null,
    unique (session_key, path)
  ) strict;

  create table file_changes (
    position    integer primary key,
    turn_id     text not null,
    step_name   text not null,
    path        text not null,
    session_key text not null,
    body        text not null,
    unique (turn_id, step_name, path)
  ) strict;
  create index file_changes_by_session on file_changes (session_key);

  create table usage (
    position           integer primary key,
    turn_id            text not null,
    step_name          text not null,
    session_key        text not null,
    principal          text not null,
    at                 real not null,
    input_tokens       real not null,
    output_tokens      real not null,
    cache_read_tokens  real not null,
    cache_write_tokens real not null,
    reasoning_tokens   real not null,
    cost_usd           real,
    body               text not null,
    unique (turn_id, step_name)
  ) strict;
  create index usage_by_session on usage (session_key, at);
  create index usage_by_principal on usage (principal, at);
  create index usage_by_time on usage (at);

  create table receipts (
    position    integer primary key,
    trace_id    text not null unique,
    session_key text not null,
    at          real not null,
    body        text not null
  ) strict;
  create index receipts_by_session on receipts (session_key, at);
  create index receipts_by_time on receipts (at, position);
  `,
  `
  -- Events whose session was deleted: their ids are not accepted again.
  create table deleted_events (
    id          text primary key,
    seq         integer not null,
    state       text not null,
    accepted_at real not null
  ) strict, without rowid;

  -- Ids are made unique over all channels and accounts, as eventIdOf of the protocol does.
  create temp table renamed_events as
    select id as old, '@' || account || ':' || id as new from (
      select id, channel || iif(account = 'default', '', '@' || account) as account from (
        select id, ${escaped('channel')} as channel, ${escaped('accountId')} as account
        from inbox where json_valid(body)))
    where account <> 'cli' or id like '@%';
  update inbox set id = new, body = json_set(body, '$.id', new)
    from renamed_events where id = old;
  update turns set inbound_id = new,
    body = iif(json_valid(body), json_set(body, '$.inboundId', new), body)
    from renamed_events where inbound_id = old;
  update deliveries set body = json_set(body, '$.replyTo', new)
    from renamed_events where json_valid(body) and json_extract(body, '$.replyTo') = old;
  drop table renamed_events;
  `,
  `
  -- What is added to a transcript between two turns; placed: whether it stands there.
  create table notes (
    position    integer primary key,
    id          text not null unique,
    session_key text not null,
    at          real not null,
    placed      integer not null default 0,
    body        text not null
  ) strict;
  create index notes_by_session on notes (session_key, placed);
  `,
];

/** A part of the address of a stored event, with what separates parts written otherwise. */
function escaped(part: 'channel' | 'accountId'): string {
  const raw = `json_extract(body, '$.address.${part}')`;
  const signs = [
    ['%', '%25'],
    [':', '%3A'],
    ['@', '%40'],
    ['/', '%2F'],
  ];
  return signs.reduce((sql, [sign, code]) => `replace(${sql}, '${sign}', '${code}')`, raw);
}

/** Marks the file as ours: "Echo" in ASCII. */
export const APPLICATION_ID = 0x45_63_68_6f;
