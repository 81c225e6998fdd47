import { describe, expect, test } from 'vitest';
import type { OpenForContract } from './open-for.contract.ts';
import type { AllowanceRecord } from './records.ts';
import { approval, turn } from './samples.contract.ts';

function waitingTurn(id: string, chatId: string, approvalId: string) {
  const waitingFor = { kind: 'approval' as const, id: approvalId, until: 9 };
  return turn(id, chatId, { state: 'waiting', waitingFor });
}

function allowance(id: string, more: Partial<AllowanceRecord>): AllowanceRecord {
  const names = { tool: 'exec', pattern: 'npm test', createdAt: 1 };
  return { id, scope: 'always', principal: 'cli:1000', ...names, ...more };
}

export function approvalsContract(open: OpenForContract): void {
  describe('approvals', () => {
    test('A6 of two answers at once exactly one counts, and the turn goes on', async () => {
      const storage = await open();
      await storage.commit([
        { op: 'put-approval', approval: approval('p1', 't1') },
        { op: 'put-turn', turn: waitingTurn('t1', 'a', 'p1') },
      ]);
      const decide = (state: 'approved' | 'denied', comment: string) =>
        storage.commit([
          { op: 'decide-approval', approval: approval('p1', 't1', { state, comment }) },
        ]);

      const results = await Promise.allSettled([
        decide('denied', 'first'),
        decide('approved', 'second'),
        decide('approved', 'third'),
      ]);

      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
      expect(results[1]).toMatchObject({ reason: { code: 'conflict' } });
      const decided = { state: 'denied', comment: 'first' };
      expect(await storage.approvals.get('p1')).toMatchObject(decided);
      expect((await storage.turns.get('t1'))?.state).toBe('ready');
    });

    test('an answer to a question that was never asked is refused', async () => {
      const storage = await open();

      const decided = storage.commit([{ op: 'decide-approval', approval: approval('p9', 't1') }]);

      await expect(decided).rejects.toMatchObject({ code: 'not_found' });
    });

    test('US14 an answer wakes its own turn and leaves other questions pending', async () => {
      const storage = await open();
      await storage.commit([
        { op: 'put-approval', approval: approval('p1', 't1') },
        { op: 'put-approval', approval: approval('p2', 't2', { sessionKey: 'cli:b' }) },
        { op: 'put-turn', turn: waitingTurn('t1', 'a', 'p1') },
        { op: 'put-turn', turn: waitingTurn('t2', 'b', 'p2') },
      ]);

      await storage.commit([
        { op: 'decide-approval', approval: approval('p1', 't1', { state: 'approved' }) },
      ]);

      expect((await storage.turns.get('t2'))?.state).toBe('waiting');
      expect((await storage.approvals.get('p2'))?.state).toBe('pending');
      const claimed = await storage.leases.claim({ owner: 'w', now: 0, leaseMs: 1 });
      expect(claimed?.sessionKey).toBe('cli:a');
    });

    test('an answer leaves a turn alone that is at work, or waits for something else', async () => {
      const storage = await open();
      const waitingFor = { kind: 'clarification' as const, id: 'q1', until: 9 };
      await storage.commit([
        { op: 'put-approval', approval: approval('p1', 't1') },
        { op: 'put-approval', approval: approval('p2', 't2') },
        { op: 'put-turn', turn: turn('t1', 'a') },
        { op: 'put-turn', turn: turn('t2', 'b', { state: 'waiting', waitingFor }) },
      ]);

      await storage.commit([
        { op: 'decide-approval', approval: approval('p1', 't1', { state: 'approved' }) },
        { op: 'decide-approval', approval: approval('p2', 't2', { state: 'approved' }) },
      ]);

      expect((await storage.turns.get('t1'))?.state).toBe('running');
      expect((await storage.turns.get('t2'))?.state).toBe('waiting');
    });

    test('those of one turn are listed by it, however many the session has', async () => {
      const storage = await open();
      const many = Array.from({ length: 5 }, (_, n) => approval(`p${n}`, n === 4 ? 't2' : 't1'));
      await storage.commit(many.map((each) => ({ op: 'put-approval', approval: each }) as const));

      const listed = await storage.approvals.list({ turnId: 't2', limit: 2 });

      expect(listed.map(({ id }) => id)).toEqual(['p4']);
    });

    test('the latest question about a step is found by it', async () => {
      const storage = await open();
      await storage.commit([
        { op: 'put-approval', approval: approval('p1', 't1', { state: 'expired' }) },
        { op: 'put-approval', approval: approval('p2', 't1') },
        { op: 'put-approval', approval: approval('p3', 't1', { stepName: 'tool_0_1' }) },
      ]);
      await storage.commit([
        { op: 'put-approval', approval: approval('p1', 't1', { state: 'denied' }) },
      ]);

      const found = await storage.approvals.forStep('t1', 'tool_0_0');

      expect(found?.id).toBe('p2');
      expect(await storage.approvals.forStep('t2', 'tool_0_0')).toBeUndefined();
    });

    test('are listed oldest first, by session and state, within a limit', async () => {
      const storage = await open();
      await storage.commit(
        [5, 3, 4, 1].map((requestedAt) => ({
          op: 'put-approval' as const,
          approval: approval(`p${requestedAt}`, 't1', {
            requestedAt,
            sessionKey: requestedAt === 3 ? 'cli:b' : 'cli:a',
            state: requestedAt === 1 ? 'used' : 'pending',
          }),
        })),
      );

      const all = await storage.approvals.list({ limit: 3 });
      const pending = await storage.approvals.list({
        sessionKey: 'cli:a',
        states: ['pending'],
        limit: 9,
      });

      expect(all.map(({ id }) => id)).toEqual(['p1', 'p3', 'p4']);
      expect(pending.map(({ id }) => id)).toEqual(['p4', 'p5']);
    });

    test('allowances hold for their principal, and those of a session only there', async () => {
      const storage = await open();
      await storage.commit([
        { op: 'put-allowance', allowance: allowance('l1', {}) },
        {
          op: 'put-allowance',
          allowance: allowance('l2', { scope: 'session', sessionKey: 'cli:a' }),
        },
        {
          op: 'put-allowance',
          allowance: allowance('l3', { scope: 'session', sessionKey: 'cli:b' }),
        },
        { op: 'put-allowance', allowance: allowance('l4', { principal: 'cli:2' }) },
      ]);
      const find = async () => {
        const found = await storage.approvals.allowances({
          sessionKey: 'cli:a',
          principal: 'cli:1000',
        });
        return found.map(({ id }) => id);
      };

      const before = await find();
      await storage.commit([
        { op: 'delete-allowance', id: 'l1' },
        { op: 'delete-allowance', id: 'l1' },
      ]);

      expect(before).toEqual(['l1', 'l2']);
      expect(await find()).toEqual(['l2']);
    });
  });
}
