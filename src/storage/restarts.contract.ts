import { describe, expect, test } from 'vitest';
import { textOf } from '../protocol/content.ts';
import type { Turn } from '../protocol/turn.ts';
import type { OpenForContract } from './open-for.contract.ts';
import {
  acceptAll,
  append,
  begin,
  claim,
  finish,
  inbound,
  NO_LIMITS,
  outbound,
  session,
  turn,
  writtenIn,
} from './samples.contract.ts';
import type { Storage } from './storage.ts';

/** A small generator of its own, so that a failure can be repeated from its seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Works on one session: answers its next message, or leaves in the middle, as a killed process would. */
async function workOnce(storage: Storage, abandon = false): Promise<boolean> {
  const lease = await storage.leases.claim({ owner: 'w', now: 0, leaseMs: 1_000 });
  if (lease === undefined) return false;
  const opened = (await storage.turns.open(lease.sessionKey)) ?? (await begin(storage, lease));
  if (abandon) return true;
  const answer = await heardBy(storage, opened);
  await storage.commit([append(lease.sessionKey, opened.id, answer)], lease);
  await finish(storage, lease, opened);
  return true;
}

/** What the person wrote that a turn answers. */
async function heardBy(storage: Storage, { inboundId }: Turn): Promise<string> {
  return textOf((await storage.inbox.get(inboundId))?.event.content ?? []);
}

/** Messages to 100 sessions, work on them, and restarts, as chance has it. Returns what each session was sent. */
async function liveThrough(random: (below: number) => number, reopen: () => Promise<Storage>) {
  const sent = new Map<string, string[]>();
  let storage = await reopen();
  for (let action = 0; action < 1_500; action += 1) {
    const chance = random(100);
    if (chance < 45) {
      const chat = `chat${random(100)}`;
      const event = inbound(`m${action}`, chat);
      await storage.inbox.accept(event, NO_LIMITS);
      sent.set(event.sessionKey, [...(sent.get(event.sessionKey) ?? []), textOf(event.content)]);
    } else if (chance < 98) {
      await workOnce(storage, random(10) === 0);
    } else {
      await storage.close();
      storage = await reopen();
      await storage.leases.voidAll();
    }
  }
  await storage.leases.voidAll();
  return { sent, storage };
}

export function restartsContract(open: OpenForContract): void {
  describe('restarts', { timeout: 60_000 }, () => {
    test('everything that resolved is there after closing and opening again', async () => {
      const first = await open({ place: 'restart' });
      await acceptAll(first, [inbound('m1')]);
      await first.commit([
        { op: 'put-session', session: session('cli:a', { title: 'Kept' }) },
        { op: 'put-turn', turn: turn('t1') },
        append('cli:a', 't1', 'kept'),
        { op: 'enqueue-delivery', event: outbound('d1') },
      ]);
      await first.close();

      const second = await open({ place: 'restart' });

      expect((await second.sessions.get('cli:a'))?.title).toBe('Kept');
      expect((await second.messages.list('cli:a')).map(writtenIn)).toEqual(['kept']);
      expect(await second.turns.open('cli:a')).toEqual(turn('t1'));
      expect((await second.outbox.get('d1'))?.state).toBe('queued');
    });

    test('US10 V9 an event that comes again after a restart is a duplicate', async () => {
      const first = await open({ place: 'redelivery' });
      await acceptAll(first, [inbound('m1')]);
      await first.close();

      const second = await open({ place: 'redelivery' });
      const again = await second.inbox.accept(inbound('m1'), NO_LIMITS);

      expect(again).toMatchObject({ outcome: 'duplicate', record: { seq: 1 } });
      expect(await second.inbox.list({})).toHaveLength(1);
    });

    test('a fence from before a restart is never given again', async () => {
      const first = await open({ place: 'fences' });
      await acceptAll(first, [inbound('m1')]);
      const before = await claim(first);
      await first.close();

      const second = await open({ place: 'fences' });
      await second.leases.voidAll();
      const after = await claim(second);

      expect(after.fence).toBeGreaterThan(before.fence);
      const late = second.commit([append('cli:a', 't1', 'late')], before);
      await expect(late).rejects.toMatchObject({ code: 'stale_lease' });
    });

    test('limits know after a restart how much is queued', async () => {
      const first = await open({ place: 'limits' });
      await acceptAll(first, [inbound('m1'), inbound('m2')]);
      await first.close();

      const second = await open({ place: 'limits' });
      const refused = await second.inbox.accept(inbound('m3'), { perSession: 2, total: 9 });

      expect(refused).toEqual({ outcome: 'full', limit: 'session' });
    });

    test('US7 100 sessions and random restarts: nothing is dropped, order holds', async () => {
      const { sent, storage } = await liveThrough(seeded(20_261_130), () =>
        open({ place: 'many' }),
      );

      while (await workOnce(storage));

      const listed = await storage.sessions.list({ limit: 1_000 });
      expect(new Set(listed.map(({ key }) => key))).toEqual(new Set(sent.keys()));
      for (const [sessionKey, texts] of sent) {
        const accepted = await storage.inbox.list({ sessionKey });
        expect(accepted.map(({ event }) => textOf(event.content))).toEqual(texts);
        expect(accepted.map(({ seq }) => seq)).toEqual(texts.map((_, n) => n + 1));
        expect(new Set(accepted.map(({ state }) => state))).toEqual(new Set(['done']));
        const answers = await storage.messages.list(sessionKey);
        expect(answers.map(writtenIn)).toEqual(texts);
      }
    });

    test('US8 two sessions interleaved for 1,000 turns never see each other', async () => {
      const storage = await open();
      const chats = ['albatross', 'buzzard'];
      for (let n = 0; n < 500; n += 1) {
        const events = chats.map((chat) => inbound(`${chat}${n}`, chat, `canary ${chat} ${n}`));
        await acceptAll(storage, events);
      }

      while (await workOnce(storage));

      for (const chat of chats) {
        const heard = (await storage.messages.list(`cli:${chat}`)).map(writtenIn);
        expect(heard).toEqual(Array.from({ length: 500 }, (_, n) => `canary ${chat} ${n}`));
      }
    });
  });
}
