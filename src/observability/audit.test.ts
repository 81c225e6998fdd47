import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRedactor } from '../security/redactor.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import type { AuditEntry } from './audit.ts';
import { openAudit } from './open-audit.ts';
import { verifyAudit } from './verify-audit.ts';

let folder: string;
let path: string;
const failures: string[] = [];
const { clock } = createManualClock();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
  path = join(folder, 'audit.jsonl');
  failures.length = 0;
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const open = () =>
  openAudit({
    path,
    clock,
    redactor: createRedactor({ secrets: [] }),
    onFailure: (problem) => failures.push(problem),
  });

const entry = (details: AuditEntry['details'] = {}): AuditEntry => ({
  kind: 'tool-call',
  principal: 'cli:1000',
  outcome: 'ok',
  details,
});

async function write(...entries: AuditEntry[]) {
  const audit = await open();
  for (const each of entries) audit.append(each);
  await audit.close();
}

const lines = async () => (await readFile(path, 'utf8')).trimEnd().split('\n');

describe('A2 the audit file', () => {
  test('holds one line a record, bound to the one before, readable by the owner only', async () => {
    await write(entry({ n: 1 }), entry({ n: 2 }));
    await write(entry({ n: 3 }));

    const { mode } = await stat(path);
    const records = (await lines()).map((line) => JSON.parse(line));
    expect(mode & 0o777).toBe(0o600);
    expect(records.map(({ seq, details }) => [seq, details.n])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(await verifyAudit(path)).toEqual({ ok: true, records: 3 });
  });

  test('holds no secret and no full text', async () => {
    await write(entry({ password: 'hunter2', note: 'x'.repeat(5_000) }));

    const text = await readFile(path, 'utf8');
    expect(text).not.toContain('hunter2');
    expect(text.length).toBeLessThan(1_000);
  });

  test.each([
    ['a changed field', (all: string[]) => all.with(1, (all[1] ?? '').replace('"ok"', '"no"')), 2],
    ['a missing line', (all: string[]) => all.toSpliced(1, 1), 2],
    [
      'two lines in another order',
      (all: string[]) => [all[1] ?? '', all[0] ?? '', all[2] ?? ''],
      1,
    ],
    ['a line of another kind', (all: string[]) => all.with(2, 'hello'), 3],
  ])('%s is found, and where', async (_, change, line) => {
    await write(entry({ n: 1 }), entry({ n: 2 }), entry({ n: 3 }));
    await writeFile(path, `${change(await lines()).join('\n')}\n`);

    const verdict = await verifyAudit(path);

    expect(verdict).toMatchObject({ ok: false, line });
  });

  test.each([
    ['between two letters', Buffer.from('{"seq":2,"kind":"tool-c')],
    ['inside a character', Buffer.from('{"seq":2,"summary":"创').subarray(0, -1)],
    ['inside a character of four bytes', Buffer.from('{"seq":2,"summary":"😀').subarray(0, -2)],
  ])('a line torn by a crash %s is cut off and the chain goes on', async (_, torn) => {
    await write(entry({ n: 1, summary: '创建 note.txt' }));
    await appendFile(path, torn);

    await write(entry({ n: 2 }));

    expect(await verifyAudit(path)).toEqual({ ok: true, records: 2 });
    expect(failures).toEqual([expect.stringContaining('never finished')]);
  });

  test('a line that is not finished does not break the chain before it', async () => {
    await write(entry({ n: 1 }), entry({ n: 2 }));
    await appendFile(path, '{"seq":3,"kind":"tool-c');

    expect(await verifyAudit(path)).toEqual({ ok: true, records: 2 });
  });

  test('a file without the end of any line is set aside as it is', async () => {
    const nonsense = 'x'.repeat(200_000);
    await writeFile(path, nonsense);

    await write(entry());

    const aside = (await readdir(folder)).find((name) => name.includes('damaged')) ?? '';
    expect(await readFile(join(folder, aside), 'utf8')).toBe(nonsense);
    expect(await verifyAudit(path)).toEqual({ ok: true, records: 1 });
  });

  test('what comes while a full queue is written is written too, and nothing is reported lost', async () => {
    const audit = await open();
    for (let n = 0; n < 10_000; n += 1) audit.append(entry({ n }));
    await Promise.resolve();
    await Promise.resolve();

    audit.append(entry({ n: 'the last' }));
    await audit.flush();
    await audit.close();

    const all = await lines();
    expect(all).toHaveLength(10_001);
    expect(all.at(-1)).toContain('the last');
    expect(await verifyAudit(path)).toEqual({ ok: true, records: 10_001 });
  });

  test('what a queue that is too full loses is told in its place', async () => {
    const audit = await open();

    for (let n = 0; n < 10_003; n += 1) audit.append(entry({ n }));
    await audit.close();

    const [first = '', second = ''] = await lines();
    expect(JSON.parse(first)).toMatchObject({ kind: 'audit-gap', outcome: '3' });
    expect(JSON.parse(second)).toMatchObject({ details: { n: 3 } });
    expect(await verifyAudit(path)).toEqual({ ok: true, records: 10_001 });
  });

  test('a file whose end makes no sense is set aside and reported, and a new one begun', async () => {
    await writeFile(path, 'not an audit\n');

    await write(entry());

    expect(await verifyAudit(path)).toEqual({ ok: true, records: 1 });
    expect((await readdir(folder)).length).toBe(2);
    expect(failures).toEqual([expect.stringContaining('set aside')]);
  });

  test('many entries at once are written whole and in order', async () => {
    const entries = Array.from({ length: 500 }, (_, n) => entry({ n }));

    await write(...entries);

    const numbers = (await lines()).map((line) => JSON.parse(line).details.n);
    expect(numbers).toEqual(entries.map((_, n) => n));
    expect(await verifyAudit(path)).toEqual({ ok: true, records: 500 });
  });
});

test('a disk that cannot be written is reported once and does not throw into the turn', async () => {
  const audit = await openAudit({
    path: '/dev/full',
    clock,
    redactor: createRedactor({ secrets: [] }),
    onFailure: (problem) => failures.push(problem),
  });

  audit.append(entry());
  const flushed = audit.flush();

  await expect(flushed).rejects.toMatchObject({ code: 'storage_unwritable' });
  audit.append(entry());
  expect(failures).toEqual(['The audit file cannot be written.']);
});
