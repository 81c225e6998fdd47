import { describe, expect, test } from 'vitest';
import type { Storage } from '../../src/storage/storage.ts';
import { calls, says } from '../../src/testing/scripted-router.ts';
import { createRuntimeBed } from './runtime-bed.ts';

/** A runtime that was asked twice to write a file. */
async function createTwoWrites() {
  const bed = await createRuntimeBed({
    script: [
      calls('write_file', { path: 'a.txt', content: 'one' }),
      says('Written.'),
      calls('write_file', { path: 'b.txt', content: 'two' }),
      says('Written.'),
    ],
  });
  await bed.turn('write one', { assumeYes: true });
  await bed.turn('write two', { assumeYes: true });
  return bed;
}

const UNDO = { id: 'same' } as const;

describe('a command that is sent again under its id', () => {
  test('is carried out once and answered alike, at the same moment, later and after a restart', async () => {
    const bed = await createTwoWrites();

    const [first, beside] = await Promise.all([
      bed.submit('/undo', UNDO),
      bed.submit('/undo', UNDO),
    ]);
    const later = await bed.submit('/undo', UNDO);
    await bed.start();
    const afterwards = await bed.submit('/undo', UNDO);

    expect(first).toMatchObject({ outcome: 'command', text: expect.stringContaining('b.txt') });
    expect([beside, later, afterwards]).toEqual([first, first, first]);
    expect([bed.exists('a.txt'), bed.exists('b.txt')]).toEqual([true, false]);
  });

  test('is not done again when a process died over it: nobody can say whether it was done', async () => {
    const bed = await createTwoWrites();
    const begun = { traceId: 'cli:same', sessionKey: 'cli:main', channel: 'cli', at: 1 };
    const receipt = { ...begun, outcome: 'command', reason: '/undo' } as const;
    await bed.runtime().storage.commit([{ op: 'put-receipt', receipt }]);

    const reply = await bed.submit('/undo', UNDO);

    expect(reply).toMatchObject({ text: expect.stringContaining('nobody can say') });
    expect([bed.exists('a.txt'), bed.exists('b.txt')]).toEqual([true, true]);
  });

  test('is done again when it comes under another id', async () => {
    const bed = await createTwoWrites();

    await bed.submit('/undo');
    await bed.submit('/undo');

    expect([bed.exists('a.txt'), bed.exists('b.txt')]).toEqual([false, false]);
  });
});

describe('a message with an attachment that comes again, or that is not taken', () => {
  test('leaves nothing behind but what the first one brought', async () => {
    const brought: string[] = [];
    const wrapStorage = (opened: Storage): Storage => ({
      ...opened,
      inbox: {
        ...opened.inbox,
        accept(event, limits, artifacts = []) {
          brought.push(...artifacts.map(({ artifact }) => artifact.id));
          return opened.inbox.accept(event, limits, artifacts);
        },
      },
    });
    const bed = await createRuntimeBed({ script: () => says('Seen.'), parts: { wrapStorage } });
    const base64 = Buffer.from('hello').toString('base64');
    const attachments = [{ name: 'x.txt', mediaType: 'text/plain', base64 }];

    await bed.turn('look', { id: 'one', attachments });
    const again = await bed.submit('look', { id: 'one', attachments });

    const { artifacts } = bed.runtime().storage;
    const kept = await Promise.all(brought.map((id) => artifacts.read(id)));
    expect(again.outcome).toBe('duplicate');
    expect(kept.map((bytes) => bytes && new TextDecoder().decode(bytes))).toEqual([
      'hello',
      undefined,
    ]);
  });
});
