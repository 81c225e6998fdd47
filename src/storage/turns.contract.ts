import { describe, expect, test } from 'vitest';
import type { TurnState } from '../protocol/turn.ts';
import type { OpenForContract } from './open-for.contract.ts';
import type { Operation } from './operation.ts';
import { approval, effect, step, turn } from './samples.contract.ts';
import type { Storage } from './storage.ts';

const CLARIFICATION = { kind: 'clarification' as const, id: 'q1', question: 'Which?', until: 9 };
const APPROVAL = { kind: 'approval' as const, id: 'p1', until: 9 };

async function canBeClaimed(storage: Storage): Promise<boolean> {
  return (await storage.leases.claim({ owner: 'w', now: 0, leaseMs: 1 })) !== undefined;
}

export function turnsContract(open: OpenForContract): void {
  describe('turns', () => {
    test('are found by id, trace, message and, while open, by session', async () => {
      const storage = await open();
      const stored = turn('t1');
      await storage.commit([{ op: 'put-turn', turn: stored }]);

      const found = await Promise.all([
        storage.turns.get('t1'),
        storage.turns.byTrace('trace-t1'),
        storage.turns.byInbound('in-t1'),
        storage.turns.open('cli:a'),
      ]);

      expect(found).toEqual([stored, stored, stored, stored]);
      await storage.commit([{ op: 'put-turn', turn: { ...stored, state: 'done' } }]);
      expect(await storage.turns.open('cli:a')).toBeUndefined();
      expect(await storage.turns.get('nobody')).toBeUndefined();
    });

    test('a session has one open turn; a second is refused', async () => {
      const storage = await open();
      await storage.commit([{ op: 'put-turn', turn: turn('t1') }]);

      const second = storage.commit([{ op: 'put-turn', turn: turn('t2') }]);

      await expect(second).rejects.toMatchObject({ code: 'conflict' });
      await storage.commit([
        { op: 'put-turn', turn: turn('t1', 'a', { state: 'done' }) },
        { op: 'put-turn', turn: turn('t2') },
      ]);
      expect((await storage.turns.open('cli:a'))?.id).toBe('t2');
    });

    test('are listed newest first, in pages that miss none', async () => {
      const storage = await open();
      const ids = Array.from({ length: 7 }, (_, n) => `t${n}`);
      await storage.commit(
        ids.map((id, n) => ({
          op: 'put-turn' as const,
          turn: turn(id, `chat${n}`, { startedAt: Math.floor(n / 3) }),
        })),
      );

      const seen: string[] = [];
      for (let page = await storage.turns.list({ limit: 2 }); page.length > 0; ) {
        seen.push(...page.map(({ id }) => id));
        const { startedAt: before = 0, id: beforeId = '' } = page.at(-1) ?? {};
        page = await storage.turns.list({ limit: 2, before, beforeId });
      }

      expect(seen).toEqual(ids.toReversed());
    });

    test('are listed by session and state', async () => {
      const storage = await open();
      const states: TurnState[] = ['done', 'failed', 'stopped', 'running'];
      await storage.commit(
        states.map((state, n) => ({
          op: 'put-turn' as const,
          turn: turn(`t${n}`, 'a', { state, startedAt: n }),
        })),
      );
      await storage.commit([{ op: 'put-turn', turn: turn('other', 'b') }]);

      const listed = await storage.turns.list({
        sessionKey: 'cli:a',
        states: ['done', 'running'],
      });

      expect(listed.map(({ id }) => id)).toEqual(['t3', 't0']);
    });

    test('steps come in the order in which they started, whenever they end', async () => {
      const storage = await open();
      const names = ['context', 'llm_0', 'tool_0_1', 'tool_0_0', 'reply'];
      for (const name of names) {
        await storage.commit([{ op: 'put-step', step: step('t1', name) }]);
      }
      const done = step('t1', 'llm_0', { status: 'done', outcome: 'stop', result: { text: 'hi' } });

      await storage.commit([{ op: 'put-step', step: done }]);

      const steps = await storage.turns.steps('t1');
      expect(steps.map(({ name }) => name)).toEqual(names);
      expect(steps[1]).toEqual(done);
      expect(await storage.turns.steps('t2')).toEqual([]);
    });

    test('the last step of a name is that of the latest turn of the session that has one', async () => {
      const storage = await open();
      const turns = [turn('t1', 's', { startedAt: 1 }), turn('t2', 's', { startedAt: 2 })];
      const other = turn('t3', 'other', { startedAt: 3 });
      for (const each of [...turns, other]) {
        await storage.commit([{ op: 'put-turn', turn: { ...each, state: 'done' } }]);
      }
      const steps = [step('t1', 'context'), step('t1', 'reply'), step('t2', 'reply')];
      for (const each of [...steps, step('t3', 'context')]) {
        await storage.commit([{ op: 'put-step', step: each }]);
      }

      expect(await storage.turns.lastStep('cli:s', 'reply')).toEqual(step('t2', 'reply'));
      expect(await storage.turns.lastStep('cli:s', 'context')).toEqual(step('t1', 'context'));
      expect(await storage.turns.lastStep('cli:s', 'llm_0')).toBeUndefined();
      expect(await storage.turns.lastStep('nobody', 'reply')).toBeUndefined();
    });

    test('T10 effects are kept under their key, however many there are', async () => {
      const storage = await open();
      const keys = Array.from({ length: 3_000 }, (_, n) => `key-${n}`);
      await storage.commit(
        keys.map((key) => ({ op: 'put-effect' as const, effect: effect(key, 't1') })),
      );
      const done = effect('key-0', 't1', { status: 'done', receipt: { output: 'ok' } });

      await storage.commit([{ op: 'put-effect', effect: done }]);

      expect(await storage.effects.get('key-0')).toEqual(done);
      const listed = await storage.effects.list('t1');
      expect(listed.map(({ idempotencyKey }) => idempotencyKey)).toEqual(keys);
      expect(await storage.effects.get('key-x')).toBeUndefined();
    });

    test('a stop marks an open turn, and a waiting one can go on to its end', async () => {
      const storage = await open();
      await storage.commit([
        { op: 'put-turn', turn: turn('t1', 'a') },
        { op: 'put-turn', turn: turn('t2', 'b', { state: 'waiting', waitingFor: APPROVAL }) },
      ]);

      await storage.commit([
        { op: 'request-stop', turnId: 't1' },
        { op: 'request-stop', turnId: 't2' },
      ]);

      const running = { state: 'running', stopRequested: true };
      expect(await storage.turns.get('t1')).toMatchObject(running);
      const ready = { state: 'ready', stopRequested: true, waitingFor: APPROVAL };
      expect(await storage.turns.get('t2')).toMatchObject(ready);
    });

    test('a stop comes too late for an ended turn, and fails for one that never was', async () => {
      const storage = await open();
      const ended = turn('t1', 'a', { state: 'done' });
      await storage.commit([{ op: 'put-turn', turn: ended }]);

      await storage.commit([{ op: 'request-stop', turnId: 't1' }]);

      expect(await storage.turns.get('t1')).toEqual(ended);
      const unknown = storage.commit([{ op: 'request-stop', turnId: 't9' }]);
      await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
    });

    test('a stop is not lost to a worker that writes an older copy of the turn', async () => {
      const storage = await open();
      await storage.commit([{ op: 'put-turn', turn: turn('t1') }]);
      await storage.commit([{ op: 'request-stop', turnId: 't1' }]);

      await storage.commit([{ op: 'put-turn', turn: turn('t1', 'a', { starts: 2 }) }]);

      expect(await storage.turns.get('t1')).toMatchObject({ starts: 2, stopRequested: true });
    });

    test('a parked turn waits, and blocks its session', async () => {
      const storage = await open();
      await storage.commit([
        { op: 'put-turn', turn: turn('t1') },
        { op: 'put-approval', approval: approval('p1', 't1') },
      ]);

      await storage.commit([
        { op: 'park-turn', turn: turn('t1', 'a', { state: 'waiting', waitingFor: APPROVAL }) },
      ]);

      expect((await storage.turns.get('t1'))?.state).toBe('waiting');
      expect(await canBeClaimed(storage)).toBe(false);
    });

    test('a turn that parks after its answer came, or after a stop, is ready at once', async () => {
      const storage = await open();
      await storage.commit([
        { op: 'put-turn', turn: turn('t1', 'a') },
        { op: 'put-approval', approval: approval('p1', 't1', { state: 'approved' }) },
        { op: 'put-turn', turn: turn('t2', 'b') },
        { op: 'request-stop', turnId: 't2' },
      ]);
      const waiting = { state: 'waiting' as const, waitingFor: APPROVAL };
      const asking = { state: 'waiting' as const, waitingFor: CLARIFICATION };

      await storage.commit([
        { op: 'park-turn', turn: turn('t1', 'a', waiting) },
        { op: 'park-turn', turn: turn('t2', 'b', asking) },
      ]);

      expect((await storage.turns.get('t1'))?.state).toBe('ready');
      const stopped = { state: 'ready', stopRequested: true };
      expect(await storage.turns.get('t2')).toMatchObject(stopped);
      expect(await canBeClaimed(storage)).toBe(true);
    });

    test('an answer reaches the turn that waits for it, once', async () => {
      const storage = await open();
      const waiting = turn('t1', 'a', { state: 'waiting', waitingFor: CLARIFICATION });
      await storage.commit([{ op: 'put-turn', turn: waiting }]);
      const says = (answer: string): Operation => ({
        op: 'answer-clarification',
        turnId: 't1',
        id: 'q1',
        answer: { by: 'person', answer },
      });

      const wrong = storage.commit([{ ...says('no'), id: 'q0' } as Operation]);
      const results = await Promise.allSettled([
        storage.commit([says('the first')]),
        storage.commit([says('the second')]),
      ]);

      await expect(wrong).rejects.toMatchObject({ code: 'conflict' });
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
      expect(await storage.turns.get('t1')).toMatchObject({
        state: 'ready',
        waitingFor: { id: 'q1', answer: { by: 'person', answer: 'the first' } },
      });
      expect(await canBeClaimed(storage)).toBe(true);
    });

    test('T11 list their calls newest first, by session and by the own name of the tool', async () => {
      const storage = await open();
      const called = (id: string, name: string, result: unknown): Operation => ({
        op: 'put-step',
        step: step(id, name, { result }),
      });
      const done = { state: 'done' } as const;
      await storage.commit([
        { op: 'put-turn', turn: turn('t1', 'a', done) },
        { op: 'put-turn', turn: turn('t2', 'b', done) },
        { op: 'put-step', step: step('t1', 'context', { kind: 'context' }) },
        called('t1', 'tool_0_0', { tool: 'exec', message: { tool: 'bash' } }),
        called('t2', 'tool_0_0', { start: { tool: 'exec' }, message: { tool: 'shell' } }),
        called('t1', 'tool_1_0', { message: { tool: 'todo' } }),
      ]);

      const all = await storage.turns.calls({ limit: 9 });
      const named = await Promise.all([
        storage.turns.calls({ limit: 9, tool: 'exec' }),
        storage.turns.calls({ limit: 9, tool: 'todo', sessionKey: 'cli:a' }),
        storage.turns.calls({ limit: 9, tool: 'bash' }),
        storage.turns.calls({ limit: 1, sessionKey: 'cli:a' }),
      ]);

      const names = (calls: typeof all) => calls.map((call) => `${call.turn.id} ${call.step.name}`);
      expect(names(all)).toEqual(['t1 tool_1_0', 't2 tool_0_0', 't1 tool_0_0']);
      expect(named.map(names)).toEqual([
        ['t2 tool_0_0', 't1 tool_0_0'],
        ['t1 tool_1_0'],
        [],
        ['t1 tool_1_0'],
      ]);
    });

    test('are counted by state', async () => {
      const storage = await open();
      await storage.commit([
        { op: 'put-turn', turn: turn('t1', 'a', { state: 'waiting' }) },
        { op: 'put-turn', turn: turn('t2', 'b') },
        { op: 'put-turn', turn: turn('t3', 'b', { state: 'done' }) },
      ]);

      expect(await storage.turns.count({ states: ['waiting', 'done'] })).toBe(2);
    });
  });
}
