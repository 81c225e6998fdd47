import { expect, onTestFinished, test } from 'vitest';
import { openStorage } from '../storage/index.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createArtifactRetention } from './artifact-retention.ts';

const DAY = 86_400_000;

async function storageAt(now: number) {
  const { clock } = createManualClock(now);
  const storage = await openStorage('sqlite', {
    dataDir: ':memory:',
    durability: 'full',
    now: clock.now,
  });
  onTestFinished(() => storage.close());
  const put = (id: string, kind: 'output' | 'before-image' | 'attachment', createdAt: number) => ({
    op: 'put-artifact' as const,
    artifact: { id, sessionKey: 'cli:a', kind, mediaType: 'text/plain', bytes: 1, createdAt },
    content: new Uint8Array([1]),
  });
  return { clock, storage, put };
}

test('T13 long results are dropped after their time, and nothing else is', async () => {
  const { clock, storage, put } = await storageAt(100 * DAY);
  await storage.commit([
    put('old', 'output', 69 * DAY),
    put('young', 'output', 71 * DAY),
    put('image', 'before-image', 1),
    put('photo', 'attachment', 1),
  ]);

  const dropped = await createArtifactRetention({ storage, clock, keepForMs: 30 * DAY }).sweep();

  const kept = await Promise.all(
    ['old', 'young', 'image', 'photo'].map((id) => storage.artifacts.read(id)),
  );
  expect(dropped).toBe(1);
  expect(kept.map((content) => content?.length)).toEqual([undefined, 1, 1, 1]);
  expect(await storage.artifacts.get('old')).toMatchObject({ expiredAt: 100 * DAY });
});

test('T13 many are dropped in one sweep', async () => {
  const { clock, storage, put } = await storageAt(100 * DAY);
  await storage.commit(Array.from({ length: 120 }, (_, n) => put(`a${n}`, 'output', n)));
  const retention = createArtifactRetention({ storage, clock, keepForMs: 30 * DAY });

  expect([await retention.sweep(), await retention.sweep()]).toEqual([120, 0]);
});
