import { describe, expect, test } from 'vitest';
import { AgentError } from '../base/errors.ts';
import type { Storage } from '../storage/storage.ts';
import { createOutboundBed, reply } from '../testing/outbound-bed.ts';

describe('a storage that cannot write', () => {
  test('is reported, and the outcome of what was sent is kept until it can', async () => {
    const bed = await createOutboundBed();
    const full = new AgentError('storage_unwritable', 'The disk is full.');
    let failing = true;
    const commit: Storage['commit'] = (operations, fence) =>
      failing ? Promise.reject(full) : bed.storage.commit(operations, fence);
    const bus = bed.open({ storage: { ...bed.storage, commit } });
    await bed.queue(reply('r1'), reply('r2'));
    const first = bed.run(bus);
    await bed.advance(0);
    const thrown = await first();

    failing = false;
    bed.run(bus);
    await bed.advance(0);

    expect(thrown).toBe(full);
    expect(bed.platform).toEqual(['r1', 'r2']);
    expect([await bed.stateOf('r1'), await bed.stateOf('r2')]).toEqual(['sent', 'sent']);
  });

  test('keeps every message that a dead process was sending, and settles them all at once when it can', async () => {
    const bed = await createOutboundBed();
    const full = new AgentError('storage_unwritable', 'The disk is full.');
    const commits: number[] = [];
    const commit: Storage['commit'] = (operations, fence) =>
      commits.push(operations.length) === 1
        ? Promise.reject(full)
        : bed.storage.commit(operations, fence);
    const ids = ['a', 'b', 'c'];
    await bed.queue(...ids.map((chat) => reply(chat, { chat })));
    await bed.storage.outbox.claimDue({ now: bed.clock.now(), limit: 9, channels: ['cli'] });
    const bus = bed.open({ storage: { ...bed.storage, commit } });

    await expect(bus.recover()).rejects.toBe(full);
    bed.run(bus);
    await bed.advance(0);

    expect(await Promise.all(ids.map(bed.stateOf))).toEqual(['unknown', 'unknown', 'unknown']);
    expect(commits).toEqual([3, 3]);
    expect(bed.trouble.map(([id]) => id)).toEqual(ids);
  });
});
