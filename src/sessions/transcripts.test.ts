import { describe, expect, test } from 'vitest';
import { AgentError } from '../base/errors.ts';
import type { Lease } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { createEngineBed, type EngineBed } from '../testing/engine-bed.ts';
import { calls, says } from '../testing/scripted-router.ts';
import { createTranscripts } from './transcripts.ts';

/** Three turns, the second with a tool; then the session is leased to the test. */
async function createSession() {
  const bed = await createEngineBed({
    script: ({ messages }, call) =>
      call === 1 ? calls('look') : says(`answer ${call} of ${messages.length}`),
    tools: { look: { run: () => 'seen' } },
  });
  for (const text of ['one', 'two', 'three']) await bed.ask(text);
  const before = await bed.storage.messages.list('cli:a');
  await bed.worker().pause();
  bed.crash();
  await bed.send('four');
  const lease = await bed.storage.leases.claim({ owner: 'test', now: 0, leaseMs: 1e15 });
  if (lease === undefined) throw new Error('The session is taken.');
  return { bed, lease, before };
}

/** Transcripts over a storage whose next reading of the transcript finds a damaged row. */
function overDamage({ storage }: EngineBed, changes: Partial<Storage> = {}) {
  const rebuilt: [string, AgentError][] = [];
  let whole = false;
  const list: Storage['messages']['list'] = async (sessionKey, page) => {
    if (whole) return storage.messages.list(sessionKey, page);
    whole = true;
    throw damaged('messages', `${sessionKey}#2`);
  };
  const transcripts = createTranscripts({
    storage: { ...storage, ...changes, messages: { ...storage.messages, list } },
    onRebuilt: (sessionKey, damage) => rebuilt.push([sessionKey, damage]),
  });
  return { transcripts, rebuilt };
}

function damaged(table: string, key: string): AgentError {
  return new AgentError('storage_damaged', `${key} is damaged.`, { details: { table, key } });
}

describe('a transcript', () => {
  test('is read whole, or without a stretch of it', async () => {
    const { bed, lease, before } = await createSession();
    const { storage } = bed;
    const transcripts = createTranscripts({ storage, onRebuilt: () => undefined });

    const whole = await transcripts.read('cli:a', { lease });
    const parts = await transcripts.read('cli:a', { lease, gap: { fromSeq: 3, toSeq: 6 } });

    expect(whole).toEqual(before);
    expect(parts.map(({ seq }) => seq)).toEqual([1, 2, 7, 8]);
  });

  test('with the hole that a taken-back turn left is read right up to the stretch', async () => {
    const { bed, lease, before } = await createSession();
    const { storage } = bed;
    await storage.commit([{ op: 'retract-messages', turnId: before[0]?.turnId ?? '' }]);
    const transcripts = createTranscripts({ storage, onRebuilt: () => undefined });

    const parts = await transcripts.read('cli:a', { lease, gap: { fromSeq: 7, toSeq: 7 } });

    expect(parts.map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 8]);
  });
});

describe('US6 a damaged transcript', () => {
  test('is made anew from the journal, message for message, and that is reported', async () => {
    const { bed, lease, before } = await createSession();
    const { transcripts, rebuilt } = overDamage(bed);

    const read = await transcripts.read('cli:a', { lease });

    expect(
      read.map(({ seq, turnId, ordinal, message }) => ({ seq, turnId, ordinal, message })),
    ).toEqual(
      before.map(({ seq, turnId, ordinal, message }) => ({ seq, turnId, ordinal, message })),
    );
    expect(rebuilt).toMatchObject([['cli:a', { code: 'storage_damaged' }]]);
  });

  test('stays without the turns that were taken back', async () => {
    const { bed, lease, before } = await createSession();
    const turn = await bed.storage.turns.get(before[0]?.turnId ?? '');
    if (turn === undefined) throw new Error('No first turn.');
    await bed.storage.commit([{ op: 'put-turn', turn: { ...turn, retracted: true } }]);
    const { transcripts } = overDamage(bed);

    const read = await transcripts.read('cli:a', { lease });

    expect(read.map(({ turnId }) => turnId)).toEqual(before.slice(2).map(({ turnId }) => turnId));
  });

  test('keeps what the person said of a turn whose journal is damaged as well', async () => {
    const { bed, lease, before } = await createSession();
    const second = before[2]?.turnId;
    const turns: Storage['turns'] = {
      ...bed.storage.turns,
      steps: (turnId) =>
        turnId === second
          ? Promise.reject(damaged('steps', `${turnId}#llm_0`))
          : bed.storage.turns.steps(turnId),
    };
    const { transcripts } = overDamage(bed, { turns });

    const read = await transcripts.read('cli:a', { lease });

    expect(read.map(({ message }) => message.role)).toEqual([
      'user',
      'assistant',
      'user',
      'user',
      'assistant',
    ]);
  });

  test('keeps what the person said of a turn whose own record is damaged as well', async () => {
    const { bed, lease, before } = await createSession();
    const [first] = await bed.storage.inbox.list({ sessionKey: 'cli:a' });
    const turns: Storage['turns'] = {
      ...bed.storage.turns,
      byInbound: (id) =>
        id === first?.event.id
          ? Promise.reject(damaged('turns', before[0]?.turnId ?? ''))
          : bed.storage.turns.byInbound(id),
    };
    const { transcripts } = overDamage(bed, { turns });

    const read = await transcripts.read('cli:a', { lease });

    expect(read.map(({ message }) => message)).toEqual(before.map(({ message }) => message));
  });

  test('is not made anew by a worker that lost the session', async () => {
    const { bed, lease } = await createSession();
    const stale: Lease = { ...lease, fence: lease.fence - 1 };
    const { transcripts, rebuilt } = overDamage(bed);

    const reading = transcripts.read('cli:a', { lease: stale });

    await expect(reading).rejects.toMatchObject({ code: 'stale_lease' });
    expect(rebuilt).toEqual([]);
  });

  test('is told apart from a disk that cannot be read now', async () => {
    const { bed, lease } = await createSession();
    const list = () => Promise.reject(new AgentError('unavailable', 'I/O error'));
    const storage = { ...bed.storage, messages: { ...bed.storage.messages, list } };
    const transcripts = createTranscripts({ storage, onRebuilt: () => undefined });

    const reading = transcripts.read('cli:a', { lease });

    await expect(reading).rejects.toMatchObject({ code: 'unavailable' });
  });
});
