import { AgentError } from '../../../base/errors.ts';
import type { Database, SqlValue } from '../database.ts';
import { unlessDamaged } from './check.ts';

export interface SalvageReport {
  /** False when not even the list of tables could be read. */
  readonly readable: boolean;
  readonly kept: number;
  /** Rows that were there and cannot be read; those that nothing tells of are not counted. */
  readonly lost: number;
  /** Tables of which rows are missing, or may be. */
  readonly incomplete: readonly string[];
}

type Row = Readonly<Record<string, SqlValue>>;

/** Copies every row that can still be read, table by table, around the pages that cannot. */
export function salvage(source: Database, target: Database): SalvageReport {
  const known = new Set(tablesOf(source));
  const reports = new Map<string, TableReport>();
  target.exec('begin');
  for (const table of tablesOf(target)) {
    const nothing = { kept: 0, lost: 0, complete: false };
    reports.set(table, known.has(table) ? salvageTable(source, target, table) : nothing);
  }
  target.exec('commit');
  const all = [...reports.values()];
  return {
    readable: [...reports.keys()].some((table) => known.has(table)),
    kept: all.reduce((sum, { kept }) => sum + kept, 0),
    lost: all.reduce((sum, { lost }) => sum + lost, 0),
    incomplete: [...reports].flatMap(([table, { complete }]) => (complete ? [] : [table])),
  };
}

interface TableReport {
  readonly kept: number;
  readonly lost: number;
  /** Whether every row that there was is among those. */
  readonly complete: boolean;
}

function salvageTable(source: Database, target: Database, table: string): TableReport {
  const insert = insertInto(target, table, sharedColumns(source, target, table));
  const { rows, complete } = readableRows(source, table);
  let kept = 0;
  let lost = 0;
  for (const row of rows) {
    if (row !== undefined && insert(row)) kept += 1;
    else lost += 1;
  }
  return { kept, lost, complete: complete() && lost === 0 };
}

function tablesOf(database: Database): readonly string[] {
  const sql = `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`;
  return unlessDamaged(() => database.all<{ name: string }>(sql).map(({ name }) => name)) ?? [];
}

function sharedColumns(source: Database, target: Database, table: string): readonly string[] {
  const columnsOf = (database: Database) =>
    database.all<{ name: string }>(`pragma table_info(${table})`).map(({ name }) => name);
  const known = new Set(columnsOf(source));
  return columnsOf(target).filter((column) => known.has(column));
}

/** Inserts one row; false when what was read contradicts the table and so is no row of ours. */
function insertInto(target: Database, table: string, columns: readonly string[]) {
  const marks = columns.map(() => '?').join(', ');
  const sql = `insert into ${table} (${columns.join(', ')}) values (${marks})`;
  target.run(`delete from ${table}`);
  return (row: Row): boolean => {
    try {
      target.run(sql, ...columns.map((column) => row[column] ?? null));
      return true;
    } catch (thrown) {
      if (AgentError.from(thrown).code === 'storage_unwritable') throw thrown;
      return false;
    }
  };
}

interface Rows<R> {
  readonly rows: Iterable<R>;
  /** Once they were all taken: whether no others can have been there. */
  complete(): boolean;
}

/** Every row in order, undefined in the place of one that cannot be read. */
function readableRows(source: Database, table: string): Rows<Row | undefined> {
  const sql = 'select 1 as found from pragma_table_list where name = ? and wr = 1';
  const hasRowids = source.get(sql, table) === undefined;
  return hasRowids
    ? rowsAroundDamage(source, table)
    : scanned<Row>(source, `select * from ${table}`);
}

function rowsAroundDamage(source: Database, table: string): Rows<Row | undefined> {
  const select = `select rowid as salvaged_rowid, * from ${table}`;
  const scan = scanned<Row>(source, `${select} order by rowid`);
  let complete = false;
  function* rows(): Iterable<Row | undefined> {
    let last = 0;
    for (const row of scan.rows) {
      last = Number(row['salvaged_rowid']);
      yield row;
    }
    complete = scan.complete();
    if (complete) return;
    const { known, guessed, allKnown } = rowidsBeyond(source, table, last);
    for (const rowid of [...known, ...guessed].sort((a, b) => a - b)) {
      const sql = `${select} where rowid = ?`;
      const row = unlessDamaged(() => source.get<Row>(sql, rowid));
      if (row !== undefined || known.has(rowid)) yield row;
    }
    complete = allKnown;
  }
  return { rows: rows(), complete: () => complete };
}

/** Tried one by one where neither the table nor an index tells which rows there were. */
const MOST_GUESSES = 20_000;

function rowidsBeyond(source: Database, table: string, last: number) {
  const select = `select rowid as id from ${table}`;
  const fromIndex = scanned<{ readonly id: number }>(source, select);
  const fromEnd = scanned<{ readonly id: number }>(
    source,
    `${select} not indexed order by rowid desc`,
  );
  const known = new Set<number>();
  for (const { id } of fromIndex.rows) if (id > last) known.add(id);
  for (const { id } of fromEnd.rows) {
    if (id <= last) break;
    known.add(id);
  }
  const guessed = new Set<number>();
  if (!fromIndex.complete()) {
    for (let id = last + 1; id <= last + MOST_GUESSES; id += 1) if (!known.has(id)) guessed.add(id);
  }
  return { known, guessed, allKnown: fromIndex.complete() };
}

/** The rows of a query up to the first damaged page. */
function scanned<R>(source: Database, sql: string): Rows<R> {
  let complete = false;
  function* rows(): Iterable<R> {
    try {
      yield* source.iterate<R>(sql);
      complete = true;
    } catch (thrown) {
      if (AgentError.from(thrown).code !== 'storage_damaged') throw thrown;
    }
  }
  return { rows: rows(), complete: () => complete };
}
