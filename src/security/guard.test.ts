import { describe, expect, test } from 'vitest';
import { isMessageId } from '../protocol/catalogue.ts';
import { createGuard, type GuardSurroundings } from './guard.ts';
import { PATTERN_KEYS } from './pattern-key.ts';
import { inspectCommand } from './shell/guard-command.ts';
import { describePlaces } from './shell/sensitive-paths.ts';
import { GUARD_TABLE } from './shell/table/guard-table.ts';

const HOME = '/home/u';
const WORKSPACE = '/home/u/project';
const PROTECTED = ['/home/u/.echo-agent', '/home/u/project/own.yaml'];

const guard = createGuard({ home: HOME, protectedPaths: PROTECTED });

function judge(command: string, surroundings: Partial<GuardSurroundings> = {}) {
  const around = { workspace: WORKSPACE, networkPolicy: 'allow' as const, ...surroundings };
  return guard({ capabilities: ['process.exec'], input: { command } }, around);
}

function keysOf(command: string): readonly string[] {
  const places = describePlaces({ home: HOME, protectedPaths: PROTECTED, workspace: WORKSPACE });
  return inspectCommand({ text: command }, { ...places, folder: WORKSPACE }).findings.map(
    ({ key }) => key,
  );
}

describe.each(GUARD_TABLE.map((row) => [row.key, row] as const))('guard row %s', (key, row) => {
  test.each([...row.examples.yes])('finds %s', (command) => {
    const keys = keysOf(command);

    expect(keys).toContain(key);
    if (PATTERN_KEYS[key] === 'deny') expect(judge(command).decision.action).toBe('deny');
  });

  test.each([...row.examples.no])('leaves %s alone', (command) => {
    expect(keysOf(command)).not.toContain(key);
  });
});

test('every pattern key is explained to people', () => {
  const unexplained = Object.keys(PATTERN_KEYS).filter((key) => !isMessageId(`guard.${key}`));

  expect(unexplained).toEqual([]);
});

const STRICTNESS = { allow: 0, ask: 1, deny: 2 };
const FLAGGED = GUARD_TABLE.flatMap(({ examples }) => examples.yes);

describe('what stands around a command never weakens the decision on it', () => {
  test.each([
    ['a list', (command: string) => `ls; ${command}`],
    ['a condition', (command: string) => `true && ${command}`],
    ['a group', (command: string) => `{ ${command}\n}`],
    ['a subshell', (command: string) => `(${command}\n)`],
    ['a comment', (command: string) => `${command} # harmless`],
    ['lines before and after', (command: string) => `ls\n${command}\nls`],
    ['many harmless segments', (command: string) => `${'ls; '.repeat(20)}${command}`],
    ['a shell', (command: string) => `bash -c ${quote(command)}`],
    ['a shell in a shell', (command: string) => `sh -c ${quote(`bash -c ${quote(command)}`)}`],
    ['eval', (command: string) => `eval ${quote(command)}`],
    ['a substitution', (command: string) => `echo "$(${command}\n)"`],
  ])('%s', (_, wrap) => {
    const weakened = FLAGGED.filter((command) => {
      const alone = judge(command).decision.action;
      return STRICTNESS[judge(wrap(command)).decision.action] < STRICTNESS[alone];
    });

    expect(weakened).toEqual([]);
  });
});

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

test('whatever the text, the guard decides, soon, and never allows what it cannot read', () => {
  const pieces = [
    'rm -rf /',
    '"',
    "'",
    '$(',
    ')',
    '`',
    '\\',
    '\n',
    '<<E',
    '{',
    '}',
    '|',
    '&',
    ';',
    ' a ',
    '${',
    '~',
  ];
  const random = seeded(7);
  const startedAt = performance.now();

  const undecided = Array.from({ length: 1_500 }, () =>
    Array.from({ length: 12 }, () => pieces[Math.floor(random() * pieces.length)]).join(''),
  ).filter((text) => {
    const { action } = judge(text).decision;
    return STRICTNESS[action] === undefined || (action === 'allow' && /\$\(|`/.test(plain(text)));
  });

  expect(undecided).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});

/** Without escapes, quoted text and comments: what is left is not data. */
function plain(text: string): string {
  return text.replaceAll(/\\[\s\S]|'[^']*'|(^|\s)#.*/g, '');
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('what the guard says about a call', () => {
  test('facts are reported also when the call is allowed', () => {
    const { decision } = judge('rm old.txt && npm install lodash');

    expect(decision).toMatchObject({
      action: 'allow',
      facts: ['file_delete', 'package_install', 'network_access'],
    });
  });

  test('a program that needs the network is denied, asked about or allowed by policy, and told what else to do', () => {
    const decide = (networkPolicy: GuardSurroundings['networkPolicy']) =>
      judge('curl -s https://example.com', { networkPolicy }).decision;

    expect(decide('deny')).toMatchObject({ action: 'deny', patternKey: 'network_denied' });
    expect(decide('deny').alternative).toContain('workspace');
    expect(decide('restricted')).toMatchObject({ action: 'ask', patternKey: 'network_restricted' });
    expect(decide('allow')).toMatchObject({ action: 'allow', facts: ['network_access'] });
  });

  test('the strictest finding wins, and its place in the text is named', () => {
    const { decision } = judge('chmod 777 a; cat ~/.ssh/id_rsa');

    expect(decision).toMatchObject({
      action: 'deny',
      patternKey: 'credential_path',
      span: '/home/u/.ssh/id_rsa'.replace('/home/u', '~'),
    });
  });

  test.each([
    ['a zero-width space', 'ls\u200b -la'],
    ['a right-to-left override', 'ls \u202e# txt.elif'],
    ['an escape sequence', 'ls \u001b[2J'],
    ['a no-break space', 'rm\u00a0x'],
  ])('%s is asked about', (_, command) => {
    expect(judge(command).decision).toMatchObject({
      action: 'ask',
      patternKey: 'hidden_characters',
    });
  });

  test('relative paths start at the working folder of the call', () => {
    const input = { command: 'cat id_rsa', cwd: '../.ssh' };

    const { decision } = guard(
      { capabilities: ['process.exec'], input },
      { workspace: WORKSPACE, networkPolicy: 'deny' },
    );

    expect(decision.patternKey).toBe('credential_path');
  });

  test('variables given beside the command are judged like those written before it', () => {
    const input = { command: 'ls', env: { LD_PRELOAD: './x.so' } };

    const { decision } = guard(
      { capabilities: ['process.exec'], input },
      { workspace: WORKSPACE, networkPolicy: 'deny' },
    );

    expect(decision).toMatchObject({ action: 'ask', patternKey: 'exec_vector' });
  });

  test('a tool that runs code it does not show is asked about', () => {
    const around = { workspace: WORKSPACE, networkPolicy: 'deny' as const };

    const hidden = guard({ capabilities: ['process.exec'], input: { argv: ['x'] } }, around);
    const code = guard({ capabilities: ['code.exec'], input: { code: '1' } }, around);
    const other = guard({ capabilities: ['fs.read'], input: { path: 'a' } }, around);

    expect(hidden.decision.action).toBe('ask');
    expect(code.decision.action).toBe('ask');
    expect(other.decision).toMatchObject({ action: 'allow', patternKey: 'none', facts: [] });
  });
});

describe('what a remembered yes covers', () => {
  test('the very words of the command, its facts and its folder', () => {
    expect(judge('npm   test').pattern).toBe('npm test');
    expect(judge('npm test && rm a').pattern).toBe('npm test && rm a [file_delete]');
  });

  test.each([
    'bash build.sh',
    "sh -c 'npm test'",
    'sudo npm test',
    'node -e 1',
    'rm -rf build',
    'rm -rf /',
    'echo $(date)',
    'source env.sh',
  ])('%s cannot be remembered', (command) => {
    expect(judge(command).pattern).toBeUndefined();
  });
});
