import { describe, expect, test } from 'vitest';
import { NO_USAGE } from '../protocol/usage.ts';
import type { OpenForContract } from './open-for.contract.ts';
import type { ReceiptRecord } from './records.ts';
import { usageOf } from './samples.contract.ts';

export function recordsContract(open: OpenForContract): void {
  describe('artifacts', () => {
    const artifact = {
      id: 'art1',
      sessionKey: 'cli:a',
      turnId: 't1',
      kind: 'attachment' as const,
      mediaType: 'application/octet-stream',
      name: 'a.bin',
      bytes: 256,
      createdAt: 1,
    };

    test('keep every byte, also none', async () => {
      const storage = await open();
      const content = Uint8Array.from({ length: 256 }, (_, n) => n);
      await storage.commit([
        { op: 'put-artifact', artifact, content },
        { op: 'put-artifact', artifact: { ...artifact, id: 'empty' }, content: new Uint8Array() },
      ]);

      const read = await storage.artifacts.read('art1');

      expect(read).toEqual(content);
      expect(await storage.artifacts.read('empty')).toEqual(new Uint8Array());
      expect(await storage.artifacts.get('art1')).toEqual(artifact);
      expect(await storage.artifacts.read('nobody')).toBeUndefined();
      expect(await storage.artifacts.get('nobody')).toBeUndefined();
    });

    test('lose their content when they expire, and are still known', async () => {
      const storage = await open();
      const of = (id: string, kind: 'output' | 'before-image', createdAt: number) => ({
        op: 'put-artifact' as const,
        artifact: { ...artifact, id, kind, createdAt },
        content: new Uint8Array([1]),
      });
      await storage.commit([
        of('b', 'output', 2),
        of('a', 'output', 1),
        of('image', 'before-image', 1),
        of('new', 'output', 10),
      ]);
      const old = { kind: 'output', createdBefore: 10, limit: 9 } as const;
      const before = await storage.artifacts.kept(old);
      const first = await storage.artifacts.kept({ ...old, limit: 1 });

      await storage.commit([
        { op: 'expire-artifact', id: 'a', at: 20 },
        { op: 'expire-artifact', id: 'a', at: 30 },
        { op: 'expire-artifact', id: 'nobody', at: 20 },
      ]);

      expect([before, first]).toEqual([['a', 'b'], ['a']]);
      expect(await storage.artifacts.kept(old)).toEqual(['b']);
      expect(await storage.artifacts.read('a')).toBeUndefined();
      expect(await storage.artifacts.get('a')).toMatchObject({ id: 'a', expiredAt: 20 });
      expect(await storage.artifacts.read('b')).toEqual(new Uint8Array([1]));
    });

    test('are replaced whole', async () => {
      const storage = await open();
      await storage.commit([{ op: 'put-artifact', artifact, content: new Uint8Array([1, 2, 3]) }]);

      const shorter = { ...artifact, bytes: 1 };
      await storage.commit([
        { op: 'put-artifact', artifact: shorter, content: new Uint8Array([9]) },
      ]);

      expect(await storage.artifacts.get('art1')).toEqual(shorter);
      expect(await storage.artifacts.read('art1')).toEqual(new Uint8Array([9]));
    });
  });

  describe('usage', () => {
    test('is summed by turn, session, principal and time; a step counts once', async () => {
      const storage = await open();
      const tokens = { ...NO_USAGE, inputTokens: 10, outputTokens: 2, cacheReadTokens: 4 };
      const priced = { ...tokens, costUsd: 0.25 };
      await storage.commit([
        { op: 'put-usage', usage: usageOf('t1', 'llm_0', { usage: tokens, at: 10 }) },
        { op: 'put-usage', usage: usageOf('t1', 'llm_1', { usage: priced, at: 20 }) },
        { op: 'put-usage', usage: usageOf('t1', 'llm_1', { usage: priced, at: 20 }) },
        {
          op: 'put-usage',
          usage: usageOf('t2', 'llm_0', {
            usage: priced,
            at: 30,
            sessionKey: 'cli:b',
            principal: 'cli:2',
          }),
        },
      ]);

      const total = await storage.usage.total({});
      const turn = await storage.usage.total({ turnId: 't1' });
      const others = await Promise.all([
        storage.usage.total({ sessionKey: 'cli:b' }),
        storage.usage.total({ principal: 'cli:2' }),
        storage.usage.total({ since: 20 }),
        storage.usage.total({ principal: 'cli:1000', since: 30 }),
      ]);

      expect(total).toMatchObject({ inputTokens: 30, outputTokens: 6, costUsd: 0.5 });
      expect(turn).toMatchObject({ inputTokens: 20, cacheReadTokens: 8, costUsd: 0.25 });
      expect(others.map(({ inputTokens }) => inputTokens)).toEqual([10, 10, 20, 0]);
      expect(await storage.usage.list({ turnId: 't1' })).toHaveLength(2);
    });

    test('has a cost only where a price was known', async () => {
      const storage = await open();
      await storage.commit([{ op: 'put-usage', usage: usageOf('t1', 'llm_0') }]);

      const known = await storage.usage.total({ turnId: 't1' });
      const nothing = await storage.usage.total({ turnId: 't9' });

      expect(known).toEqual({ ...NO_USAGE, inputTokens: 10, outputTokens: 1 });
      expect(nothing).toEqual(NO_USAGE);
    });
  });

  describe('receipts', () => {
    test('are found by trace and listed newest first', async () => {
      const storage = await open();
      const receipts = [3, 1, 2].map(
        (at): ReceiptRecord => ({
          traceId: `r${at}`,
          sessionKey: at === 2 ? 'cli:b' : 'cli:a',
          channel: 'cli',
          outcome: 'refused',
          reason: 'not paired',
          at,
        }),
      );
      await storage.commit(receipts.map((receipt) => ({ op: 'put-receipt' as const, receipt })));

      const all = await storage.receipts.list({ limit: 2 });
      const own = await storage.receipts.list({ sessionKey: 'cli:a', limit: 9 });

      expect(all.map(({ traceId }) => traceId)).toEqual(['r3', 'r2']);
      expect(own.map(({ traceId }) => traceId)).toEqual(['r3', 'r1']);
      expect(await storage.receipts.get('r1')).toEqual(receipts[1]);
      expect(await storage.receipts.get('r9')).toBeUndefined();
    });
  });
}
