import { expect, onTestFinished, test } from 'vitest';
import { createCliHome } from '../../testing/cli-home.ts';

test('tools call starts no background process, and a mistyped deny is told, behind the real runtime', async () => {
  const home = createCliHome();
  onTestFinished(home.remove);
  home.write(home.file, JSON.stringify({ tools: { deny: ['exce'] } }));
  const { run, output } = home.stage();
  const start = JSON.stringify({ action: 'start', command: 'sleep 300' });

  const code = await run('tools', 'call', 'process', '--yes', '--json', start);
  await run('tools', 'doctor');

  expect(code).toBe(1);
  expect(output()).toContain('The process was not started: a call from the command line');
  expect(output()).toContain('! tools.deny names exce, and no tool is called that');
  expect(output()).toContain('Did you mean exec?');
});
