import { describe, expect, test } from 'vitest';
import { createProcessHome, PATIENCE, turnEndOf } from '../tools/process-home.ts';
import { connectStrictModel } from '../tools/strict-model.ts';
import { refuses } from '../tools/strict-provider.ts';

describe('the exit code of a run', PATIENCE, () => {
  test('is 0 when it is done', async () => {
    const home = createProcessHome();

    const end = await home.run(['run', '--json', 'list the files']);

    expect(end.exitCode).toBe(0);
    expect(turnEndOf(end)).toMatchObject({ outcome: 'done', toolCalls: 1 });
  });

  test('is 1 when it failed', async () => {
    const home = createProcessHome();
    await connectStrictModel(home, () => refuses(401, 'no'), { models: { maxRetries: 0 } });

    const end = await home.run(['run', '--json', 'hello']);

    expect(end.exitCode).toBe(1);
    expect(turnEndOf(end)).toMatchObject({ outcome: 'failed' });
  });

  test.each([
    ['no prompt', ['run']],
    ['an unknown option', ['run', '--nope', 'hello']],
    ['an unknown key', ['--set', 'agent.nme=Eve', 'run', 'hello']],
  ])('is 2 for %s, with one sentence that says what is wrong', async (_, args) => {
    const home = createProcessHome();

    const end = await home.run(args);

    expect(end).toMatchObject({ exitCode: 2, stdout: '' });
    expect(end.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test('is 3 when a command needs a yes that nobody can give, and 0 with --yes', async () => {
    const home = createProcessHome();
    const request = 'run `touch made.txt`';

    const refused = await home.run(['run', '--json', request]);
    const allowed = await home.run(['run', '--json', '--yes', request]);

    expect(refused.exitCode).toBe(3);
    expect(turnEndOf(refused)).toMatchObject({ neededApproval: true });
    expect(allowed.exitCode).toBe(0);
  });

  test('V30 is 4 when a cap is reached, and the reply names it', async () => {
    const home = createProcessHome();

    const end = await home.run(['--set', 'agent.caps.modelCalls=1', 'run', 'list the files']);

    expect(end.exitCode).toBe(4);
    expect(end.stdout).toContain('agent.caps.modelCalls');
  });
});
