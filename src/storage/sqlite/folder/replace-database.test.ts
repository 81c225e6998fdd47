import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asideIn, countMessages, filledFolder, MESSAGES, SESSIONS } from '../damage.contract.ts';
import { openAt, temporaryFolder } from '../workshop.contract.ts';

describe('a replacement that a crash interrupted', () => {
  test.each([
    ['before anything moved', []],
    ['after the database moved', ['']],
    ['after the database and its log moved', ['', '-wal']],
  ])('is completed by the next start: %s', async (_when, moved) => {
    const { folder, path } = await filledFolder();
    const other = await filledFolder();
    writeFileSync(`${path}-wal`, 'a log');
    renameSync(other.path, `${path}.replace-damaged-x`);
    for (const end of moved) renameSync(path + end, `${path}.damaged-x${end}`);

    const storage = await openAt(folder);

    expect(await countMessages(storage)).toBe(SESSIONS * MESSAGES);
    const expected = ['echo-agent.db.damaged-x', 'echo-agent.db.damaged-x-wal'];
    expect(asideIn(folder)).toEqual(expect.arrayContaining(expected));
    expect(readFileSync(`${path}.damaged-x-wal`, 'utf8')).toBe('a log');
    expect(existsSync(`${path}.replace-damaged-x`)).toBe(false);
  });

  test('what was in the making is cleared away', async () => {
    const { folder, path } = await filledFolder();
    writeFileSync(`${path}.draft-rebuilt`, 'half');
    writeFileSync(`${path}.draft-restore-wal`, 'half');

    await openAt(folder);

    expect(readdirSync(folder).filter((name) => name.includes('draft'))).toEqual([]);
  });

  test('a log without its database is kept, and not applied to a new one', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'echo-agent.db-wal'), 'a log');

    const storage = await openAt(folder);

    const [problem] = storage.problems();
    expect(problem?.messageId).toBe('storage.stray_log');
    expect(readFileSync(problem?.where ?? '', 'utf8')).toBe('a log');
  });
});
