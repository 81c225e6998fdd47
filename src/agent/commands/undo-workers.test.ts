import { describe, expect, test } from 'vitest';
import type { FileChangeRecord } from '../../storage/records.ts';
import { delegates, playing } from '../../testing/agents-at-work.ts';
import { createCommandBed } from '../../testing/command-bed.ts';
import { calls, hangs, says } from '../../testing/scripted-router.ts';
import type { ScriptedTools } from '../../testing/scripted-tools.ts';

const write: ScriptedTools = {
  write: {
    idempotency: 'unsafe',
    async run({ path }, { memory }) {
      await memory.noteFileChange({ path: String(path), afterHash: 'x' });
      return 'written';
    },
  },
};

describe('/undo of a turn that had workers', () => {
  test('takes back what they changed as well, newest first', async () => {
    const undone: string[] = [];
    const bed = await createCommandBed({
      workers: true,
      tools: write,
      script: playing({
        'the job': [
          calls('write', { path: 'own.txt' }),
          delegates({ task: 'inner part' }),
          says('All is written.'),
        ],
        'inner part': [
          calls('write', { path: 'inner.txt' }),
          delegates({ task: 'deep part' }),
          says('Done.'),
        ],
        'deep part': [calls('write', { path: 'deep.txt' }), says('Done.')],
      }),
      undoFileChange: async ({ path }: FileChangeRecord) => undone.push(path) > 0,
    });
    await bed.ask('the job');

    const reply = await bed.command('/undo');

    expect(undone).toEqual(['deep.txt', 'inner.txt', 'own.txt']);
    expect(reply?.text).toContain('removed again: deep.txt');
  });

  test('waits for a task in the background that is still at work', async () => {
    const bed = await createCommandBed({
      workers: true,
      script: playing({
        'the job': [calls('spawn_task', { task: 'long part' }), says('Under way.')],
        'long part': [hangs()],
      }),
    });
    await bed.ask('the job');

    const early = await bed.command('/undo');
    await bed.command('/stop');
    await bed.until(() => bed.platform.length === 2, 'the end of the task');
    const late = await bed.command('/undo');

    expect(early?.text).toMatch(/^Something is still running/);
    expect(late?.text).toMatch(/taken back/);
  });
});
