import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { claim, inbound, NO_LIMITS } from '../../samples.contract.ts';
import {
  asideIn,
  countMessages,
  filledFolder,
  leavesOf,
  MESSAGES,
  overwrite,
  PAGE,
  SESSIONS,
} from '../damage.contract.ts';
import { ownIdentity } from '../folder/process-identity.ts';
import { everyLine, openAt, runProgram, temporaryFolder } from '../workshop.contract.ts';

describe('a damaged database', { timeout: 60_000 }, () => {
  test('is set aside by name, and every row outside the damaged pages is kept', async () => {
    const { folder, path } = await filledFolder();
    const leaves = leavesOf(path, 'messages');
    const damaged = [leaves[3], leaves[20], leaves.at(-1)].map((page) => page ?? 0);
    for (const page of damaged) overwrite(path, (page - 1) * PAGE, PAGE);
    const before = readFileSync(path);

    const storage = await openAt(folder);

    const [problem] = storage.problems();
    const kept = await countMessages(storage);
    const lost = SESSIONS * MESSAGES - kept;
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(SESSIONS * MESSAGES * 0.15);
    expect(problem).toMatchObject({
      messageId: 'storage.set_aside_in_part',
      values: { lost, tables: 'messages' },
    });
    const [aside = ''] = asideIn(folder);
    expect(problem?.where).toBe(join(folder, aside));
    expect(readFileSync(join(folder, aside)).equals(before)).toBe(true);
    expect(await storage.sessions.list({ limit: 100 })).toHaveLength(SESSIONS);
    expect(await storage.inbox.list({})).toHaveLength(2 * SESSIONS);
  });

  test.each([
    ['the first bytes', 0, 16],
    ['the whole header', 0, 100],
    ['the first page', 0, PAGE],
  ])('loses nothing when only %s are gone', async (_what, offset, bytes) => {
    const { folder, path } = await filledFolder();
    overwrite(path, offset, bytes);

    const storage = await openAt(folder);

    expect(await countMessages(storage)).toBe(SESSIONS * MESSAGES);
    expect(storage.problems()).toMatchObject([
      { messageId: 'storage.set_aside', values: { lost: 0, tables: '' } },
    ]);
    expect(asideIn(folder)).toHaveLength(1);
  });

  test('that was cut in the middle gives back what is left', async () => {
    const { folder, path } = await filledFolder();
    truncateSync(path, Math.floor(statSync(path).size / 2 / PAGE) * PAGE);

    const storage = await openAt(folder);

    const kept = await countMessages(storage);
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(SESSIONS * MESSAGES);
    expect(storage.problems()).toHaveLength(1);
  });

  test.each([
    ['a note', 'This is not a database.'],
    ['nothing', ''],
  ])('that holds %s is set aside, never taken for a new one', async (_what, content) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'echo-agent.db'), content);

    const storage = await openAt(folder);

    expect(storage.problems()).toMatchObject([{ messageId: 'storage.set_aside_unreadable' }]);
    const [aside = ''] = asideIn(folder);
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(content);
    const accepted = await storage.inbox.accept(inbound('m1'), NO_LIMITS);
    expect(accepted.outcome).toBe('accepted');
  });

  test('is set aside with its log, from which nothing is lost', async () => {
    const folder = temporaryFolder();
    const killed = runProgram(
      `const storage = await openSqliteStorage({ dataDir: folder, durability: 'full', now: Date.now });
      await storage.inbox.accept(inbound('m1'), NO_LIMITS);
      process.kill(process.pid, 'SIGKILL');`,
      folder,
    );
    await everyLine(killed);
    overwrite(join(folder, 'echo-agent.db'), 0, 100);

    const storage = await openAt(folder);

    expect(await storage.inbox.get('m1')).toBeDefined();
    expect(asideIn(folder).filter((name) => name.endsWith('-wal'))).toHaveLength(1);
  });

  test('leaves queues and limits right', async () => {
    const { folder, path } = await filledFolder();
    overwrite(path, 0, 100);

    const storage = await openAt(folder);

    const limits = { perSession: 3, total: 2 * SESSIONS + 1 };
    const outcomes = [];
    for (const id of ['0-3', '0-4']) {
      outcomes.push(await storage.inbox.accept(inbound(id, '0'), limits));
    }
    outcomes.push(await storage.inbox.accept(inbound('1-3', '1'), limits));
    expect(outcomes).toMatchObject([
      { outcome: 'accepted', record: { seq: 3 } },
      { outcome: 'full', limit: 'session' },
      { outcome: 'full', limit: 'total' },
    ]);
    expect(await claim(storage)).toMatchObject({ sessionKey: 'cli:0' });
  });

  test('brings sessions back from their messages', async () => {
    const { folder, path } = await filledFolder();
    for (const table of ['sessions', 'counters']) {
      for (const page of leavesOf(path, table)) overwrite(path, (page - 1) * PAGE, PAGE);
    }

    const storage = await openAt(folder);

    const sessions = await storage.sessions.list({ limit: 100 });
    expect(sessions).toHaveLength(SESSIONS);
    expect(await storage.sessions.get('cli:7')).toMatchObject({ title: 'message 7-1' });
    expect(await claim(storage)).toMatchObject({ sessionKey: 'cli:0' });
    const limits = { perSession: 99, total: 2 * SESSIONS - 1 };
    const { outcome } = await storage.inbox.accept(inbound('0-3', '0'), limits);
    expect(outcome).toBe('full');
  });

  test.each([
    ['nothing speaks for it', undefined, 0],
    ['damage had shown in use', 'echo-agent.db.suspect', 1],
    ['the machine went down under its owner', 'runtime.lock', 1],
  ])('that is large is looked through only with a reason: %s', async (_what, reason, found) => {
    const { folder, path } = await filledFolder();
    const storage = await openAt(folder);
    const bytes = 33 * 1024 * 1024;
    const names = { id: 'art1', sessionKey: 'cli:0', mediaType: 'text/plain', createdAt: 1 };
    const artifact = { ...names, kind: 'output' as const, bytes };
    await storage.commit([{ op: 'put-artifact', artifact, content: new Uint8Array(bytes) }]);
    await storage.close();
    overwrite(path, ((leavesOf(path, 'messages')[5] ?? 0) - 1) * PAGE, PAGE);
    const left = JSON.stringify({ ...ownIdentity(), bootId: 'earlier' });
    if (reason !== undefined) writeFileSync(join(folder, reason), left);

    const again = await openAt(folder);

    expect(again.problems()).toHaveLength(found);
    expect(await again.artifacts.read('art1')).toHaveLength(bytes);
  });

  test('is found when damage shows in use, by the next start at the latest', async () => {
    const { folder, path } = await filledFolder();
    const first = await openAt(folder);
    const leaves = leavesOf(path, 'messages');
    overwrite(path, ((leaves[5] ?? 0) - 1) * PAGE, PAGE);

    const failed = await Promise.allSettled(
      Array.from({ length: SESSIONS }, (_, chat) => first.messages.list(`cli:${chat}`)),
    );
    const noted = first.problems();
    const suspected = existsSync(`${path}.suspect`);
    await first.close();
    const second = await openAt(folder);

    const rejected = failed.filter(({ status }) => status === 'rejected');
    expect(rejected.length).toBeGreaterThan(0);
    expect(rejected.length).toBeLessThan(SESSIONS / 2);
    expect(rejected[0]).toMatchObject({
      reason: { code: 'storage_damaged', messageId: 'storage.file_damaged' },
    });
    expect(noted).toMatchObject([{ where: path, messageId: 'storage.file_damaged' }]);
    expect(suspected).toBe(true);
    expect(second.problems()).toMatchObject([{ messageId: 'storage.set_aside_in_part' }]);
    expect(existsSync(`${path}.suspect`)).toBe(false);
    expect(await countMessages(second)).toBeGreaterThan(0.8 * SESSIONS * MESSAGES);
  });
});
