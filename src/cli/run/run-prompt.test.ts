import { expect, test } from 'vitest';
import { createCliStage } from '../../testing/cli-stage.ts';
import { createScriptedClient } from '../../testing/scripted-client.ts';
import { EXIT } from '../exit-codes.ts';

test('a process that is told to end says what becomes of the turn', async () => {
  const { client, submissions } = createScriptedClient({ script: () => undefined });
  const { run, signal, notes, sees } = createCliStage({ client });
  const ended = run('run', 'long work');
  while (submissions.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));

  signal('SIGTERM');
  await sees('The turn was not stopped');

  expect(await ended).toBe(EXIT.terminated);
  expect(notes()).toContain('the next start does');
});
