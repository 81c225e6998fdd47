import { describe, expect, test } from 'vitest';
import type { Storage } from '../storage/storage.ts';
import { createOutboundBed, reply } from '../testing/outbound-bed.ts';
import type { DeliveryAnswer } from './delivery-target.ts';

const FAILED: DeliveryAnswer = { state: 'failed', reason: 'ret=-2', retryable: true };

describe('a reply for which nobody is there', () => {
  const PARKED: DeliveryAnswer = { state: 'parked' };

  test('waits, with those behind it, and goes out in order when somebody comes', async () => {
    let present = false;
    const bed = await createOutboundBed(() => (present ? { state: 'sent' } : PARKED));
    await bed.queue(reply('r1'), reply('r2'));
    bed.run();
    await bed.advance(3_600_000);
    const before = [...bed.platform];

    present = true;
    await bed.bus.retryChat('cli:a');
    await bed.advance(0);

    expect(before).toEqual(['r1']);
    expect(bed.platform).toEqual(['r1', 'r1', 'r2']);
    expect(bed.trouble).toEqual([]);
  });

  test('expires when nobody ever comes', async () => {
    const bed = await createOutboundBed(() => PARKED);
    await bed.queue(reply('r1', { ttlMs: 3_600_000 }));
    bed.run();

    await bed.advance(3_600_000);

    expect(await bed.stateOf('r1')).toBe('expired');
  });

  test('is not missed by somebody who comes while it is on its way to nobody', async () => {
    let present = false;
    let arrive = () => {};
    const bed = await createOutboundBed(async () => {
      if (present) return { state: 'sent' };
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
      return PARKED;
    });
    await bed.queue(reply('r1'));
    bed.run();
    await bed.advance(0);

    present = true;
    const retried = bed.bus.retryChat('cli:a');
    arrive();
    await retried;
    await bed.advance(0);

    expect(await bed.stateOf('r1')).toBe('sent');
  });

  test('is sent once to somebody who comes twice at the same moment', async () => {
    let present = false;
    const bed = await createOutboundBed(async () => {
      if (!present) return PARKED;
      await bed.clock.sleep(1_000);
      return { state: 'sent' };
    });
    let arrivals = 0;
    const commit: Storage['commit'] = async (operations, fence) => {
      // Whatever the second one writes comes when the first one's message is on its way.
      if (present) arrivals += 1;
      if (arrivals === 2) await bed.clock.sleep(100);
      return bed.storage.commit(operations, fence);
    };
    const bus = bed.open({ storage: { ...bed.storage, commit } });
    await bed.queue(reply('r1'));
    bed.run(bus);
    await bed.advance(0);

    present = true;
    const coming = [bus.retryChat('cli:a'), bus.retryChat('cli:a')];
    await bed.advance(5_000);
    await Promise.all(coming);

    expect(bed.platform).toEqual(['r1', 'r1']);
    expect(await bed.stateOf('r1')).toBe('sent');
  });

  test('coming does not hurry what the platform told us to wait with', async () => {
    const bed = await createOutboundBed(() => ({ ...FAILED, retryAfterMs: 60_000 }));
    await bed.queue(reply('r1'));
    bed.run();
    await bed.advance(0);

    await bed.bus.retryChat('cli:a');
    await bed.advance(30_000);

    expect(bed.platform).toEqual(['r1']);
  });

  test('of a channel that is no longer there waits as well', async () => {
    const bed = await createOutboundBed();
    const bus = bed.open({ targets: {} });
    await bed.queue(reply('r1'));
    bed.run(bus);

    await bed.advance(3_600_000);

    expect([bed.platform, await bed.stateOf('r1')]).toEqual([[], 'queued']);
  });
});
