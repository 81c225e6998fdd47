import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../../protocol/content.ts';
import { createEngineBed, type EngineBed } from '../../../testing/engine-bed.ts';
import { calls, says } from '../../../testing/scripted-router.ts';
import { leavesOf, overwrite, PAGE } from '../damage.contract.ts';
import { temporaryFolder } from '../workshop.contract.ts';

/** A folder that a process left in the middle of a turn that had paid, or had asked whether it may pay. */
async function leftAtWork(paying: string[], asks = false) {
  const folder = temporaryFolder();
  const bed = await openBed(folder, paying, asks);
  if (!asks) bed.crashAt('before', 'tool_0_0');
  const id = await bed.send('pay');
  await (asks ? bed.parked() : bed.crashed());
  bed.crash();
  await bed.storage.close();
  return { folder, id };
}

function openBed(dataDir: string, paying: string[], asks: boolean): Promise<EngineBed> {
  return createEngineBed({
    dataDir,
    script: ({ messages }) => (messages.length > 1 ? says('Paid.') : calls('pay')),
    tools: { pay: { idempotency: 'unsafe', asks, run: () => `paid ${paying.push('paid')}` } },
  });
}

function lose(folder: string, tables: readonly string[]): void {
  const path = join(folder, 'echo-agent.db');
  const pages = tables.flatMap((table) => leavesOf(path, table));
  for (const page of pages) overwrite(path, (page - 1) * PAGE, PAGE);
}

/** What the person reads in the end, and how the message ended. */
async function told(bed: EngineBed, id: string) {
  await bed.start();
  await bed.until(() => bed.platform.length > 0, 'an answer');
  const state = (await bed.storage.inbox.get(id))?.state;
  return { state, text: bed.platform.map(({ content }) => textOf(content)).join('\n') };
}

describe('a turn that was open when the database was damaged', () => {
  test.each([
    ['its journal and its effects', ['steps', 'effects']],
    ['its journal', ['steps']],
    ['its effects', ['effects']],
    ['its own record', ['turns']],
    ['everything but its message', ['turns', 'steps', 'effects']],
    ['its message', ['inbox']],
  ])('that lost %s does nothing again and says that it failed', async (_what, tables) => {
    const paying: string[] = [];
    const { folder, id } = await leftAtWork(paying);
    lose(folder, tables);

    const bed = await openBed(folder, paying, false);
    const { state, text } = await told(bed, id);

    expect(paying).toEqual(['paid']);
    expect(state).toBe('failed');
    expect(text).toContain('went wrong');
    expect(await bed.storage.turns.open('cli:a')).toBeUndefined();
    expect(bed.storage.problems()[0]).toMatchObject({
      messageId: 'storage.set_aside_in_part',
      values: { tables: tables.join(', ') },
    });
  });

  test('and waited for an answer does not wait any longer when its journal is lost', async () => {
    const paying: string[] = [];
    const { folder, id } = await leftAtWork(paying, true);
    lose(folder, ['steps']);

    const bed = await openBed(folder, paying, true);
    const { state, text } = await told(bed, id);

    expect(paying).toEqual([]);
    expect(state).toBe('failed');
    expect(text).toContain('went wrong');
  });

  test('goes on when only other records were lost', async () => {
    const paying: string[] = [];
    const { folder, id } = await leftAtWork(paying, true);
    lose(folder, ['usage']);

    const bed = await openBed(folder, paying, true);
    await bed.start();

    expect((await bed.parked()).inboundId).toBe(id);
  });
});
