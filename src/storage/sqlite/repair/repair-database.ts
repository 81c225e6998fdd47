import { syncFile } from '../../../security/whole-file.ts';
import type { StorageProblem } from '../../storage.ts';
import { openDatabase } from '../database.ts';
import { createPrivate, type DataFolder, draftOf } from '../folder/data-folder.ts';
import { removeDatabase } from '../folder/remove-database.ts';
import { freeSuffix, replaceDatabase } from '../folder/replace-database.ts';
import { migrate, versionOf } from '../migrate.ts';
import { unlessDamaged } from './check.ts';
import { borrowedHeader, firstPageOf } from './patched-copy.ts';
import { rebuildDerived } from './rebuild-derived.ts';
import { type SalvageReport, salvage } from './salvage.ts';

export interface RepairDeps {
  readonly migrations: readonly string[];
  readonly now: () => number;
}

/**
 * Sets a damaged database aside under a name that says when, and puts a new one in its place with everything that
 * could still be read. A crash on the way leaves the damaged one or the new one, never none.
 */
export function repairDatabase(folder: DataFolder, deps: RepairDeps): StorageProblem {
  const rebuilt = draftOf(folder.database, 'rebuilt');
  const report = rebuild(folder.database, rebuilt, deps.migrations);
  const suffix = freeSuffix(folder, 'damaged', deps.now());
  replaceDatabase(folder, rebuilt, suffix);
  return problemOf(`${folder.database}.${suffix}`, report, deps.now());
}

/** In the format of the damaged one, so that its rows fit; brought up to date afterwards. */
function rebuild(damaged: string, rebuilt: string, migrations: readonly string[]): SalvageReport {
  createPrivate(rebuilt);
  const target = openDatabase(rebuilt);
  try {
    target.exec('pragma synchronous = off');
    migrate(target, migrations.slice(0, formatOf(damaged, migrations.length)));
    const report = salvageAnyForm(damaged, rebuilt, (source) => salvage(source, target));
    migrate(target, migrations);
    rebuildDerived(target, report.incomplete);
    return report;
  } finally {
    target.close();
    syncFile(rebuilt);
  }
}

type Salvage = (source: ReturnType<typeof openDatabase>) => SalvageReport;

/** As it is; else with its first bytes, or its first page, borrowed from a new database of the same format. */
function salvageAnyForm(damaged: string, sound: string, work: Salvage): SalvageReport {
  const asItIs = withSource(damaged, work);
  if (asItIs.readable) return asItIs;
  const page = firstPageOf(sound);
  const copy = draftOf(damaged, 'patched');
  try {
    for (const bytes of [HEADER_BYTES, page.length]) {
      borrowedHeader({ damaged, copy, page: page.subarray(0, bytes) });
      const report = withSource(copy, work);
      if (report.readable) return report;
    }
    return asItIs;
  } finally {
    removeDatabase(copy);
  }
}

const HEADER_BYTES = 100;

function withSource(path: string, work: Salvage): SalvageReport {
  const source = openDatabase(path, { readOnly: true });
  try {
    return work(source);
  } finally {
    source.close();
  }
}

function formatOf(path: string, latest: number): number {
  const source = openDatabase(path, { readOnly: true });
  try {
    const version = unlessDamaged(() => versionOf(source)) ?? 0;
    return version >= 1 && version <= latest ? version : latest;
  } finally {
    source.close();
  }
}

function problemOf(path: string, report: SalvageReport, at: number): StorageProblem {
  const { readable, kept, lost } = report;
  const tables = report.incomplete.join(', ');
  const values = { path, kept, lost, tables };
  const where = { where: path, values, at };
  if (!readable) {
    const what = 'The database was damaged and nothing could be read from it.';
    return { ...where, what, messageId: 'storage.set_aside_unreadable' };
  }
  if (tables === '') {
    const what = `The database was damaged; all of its ${kept} records were kept.`;
    return { ...where, what, messageId: 'storage.set_aside' };
  }
  const what = `The database was damaged; ${kept} records were kept, at least ${lost} are missing from: ${tables}.`;
  return { ...where, what, messageId: 'storage.set_aside_in_part' };
}
