import { appendRows } from './append.ts';
import { editRows } from './edit.ts';
import { listRows } from './list.ts';
import { overwriteRows } from './overwrite.ts';
import { readRows } from './read.ts';
import type { GrammarRow } from './row.ts';
import { runRows } from './run.ts';
import { searchRows } from './search.ts';
import { talkRows } from './talk.ts';
import { todoRows } from './todo.ts';
import { unquotedRows } from './unquoted.ts';
import { writeRows } from './write.ts';
import { writeResultRows } from './write-result.ts';

/** Everything the offline model understands; the first row that matches wins. */
export const GRAMMAR: readonly GrammarRow[] = [
  ...talkRows,
  ...todoRows,
  ...writeRows,
  ...overwriteRows,
  ...appendRows,
  ...writeResultRows,
  ...editRows,
  ...readRows,
  ...listRows,
  ...searchRows,
  ...runRows,
  ...unquotedRows,
];
