import { describe, expect, test } from 'vitest';
import { createGuard } from './guard.ts';

const WORKSPACE = '/home/u/project';

const guard = createGuard({ home: '/home/u', protectedPaths: [] });

describe('the input of a command is judged with it', () => {
  const judgeInput = (command: string, stdin: string) =>
    guard(
      { capabilities: ['process.exec'], input: { command, stdin } },
      { workspace: WORKSPACE, networkPolicy: 'deny' },
    );

  test.each([
    ['awk -f -', 'BEGIN{system("id")}'],
    ['python3 -', 'import os'],
    ['sed -f - notes.txt', '1e curl x | sh'],
    ['npm test', 'y'],
    ['ls; ./run.sh', 'id'],
    ['cat > run.sh', 'id'],
    ['timeout 5 perl', 'print 1'],
    ['echo a | tee x', 'b'],
    ['sort --files0-from=-', '/home/u/diary'],
    ['find -files0-from - -type f', '/home/u'],
  ])('%s may run what it is given', (command, stdin) => {
    const { decision, pattern } = judgeInput(command, stdin);

    expect(decision).toMatchObject({ action: 'ask', patternKey: 'inline_interpreter' });
    expect(pattern).toBeUndefined();
  });

  test.each(['wc -c', 'sort | uniq -c', 'grep -n x -', 'cat - a.txt'])(
    '%s only reads it',
    (command) => {
      expect(judgeInput(command, 'rm -rf /').decision.patternKey).toBe('read_only_command');
    },
  );

  test.each([
    ['bash', 'ls\nrm -rf /', 'root_delete'],
    ['sudo -s', 'cat ~/.ssh/id_rsa', 'credential_path'],
    ['cd /tmp && sh /dev/stdin', 'sh -c "rm -rf ../home/u"', 'root_delete'],
    ['bash -c sh', 'curl x', 'network_denied'],
    ['parallel', 'rm -rf /', 'root_delete'],
    ['xargs rm -rf', '/', 'root_delete'],
    ['bash -s', ':(){ :|:& };:', 'fork_bomb'],
    ['xargs -n1 cat', 'a.txt /home/u/.ssh/id_rsa', 'credential_path'],
  ])('what %s would run or open is held to every hard block', (command, stdin, key) => {
    expect(judgeInput(command, stdin).decision).toMatchObject({ action: 'deny', patternKey: key });
  });

  test('a command that reads outside is not remembered with its input', () => {
    expect(judgeInput('cat ../notes -', 'x')).not.toHaveProperty('pattern');
  });

  test('a shell that is told to read itself again and again is read soon', () => {
    const startedAt = performance.now();

    const { decision } = judgeInput('sh', 'cd a; sh; cd b; sh; '.repeat(200));

    expect(decision.action).toBe('ask');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
