import { describe, expect, test } from 'vitest';
import { createGuard } from './guard.ts';

const WORKSPACE = '/home/u/project';

function judge(command: string, protectedPaths: readonly string[] = ['/home/u/.echo-agent']) {
  const guard = createGuard({ home: '/home/u', protectedPaths });
  return guard(
    { capabilities: ['process.exec'], input: { command } },
    { workspace: WORKSPACE, networkPolicy: 'allow' },
  ).decision;
}

describe('commands that only read', () => {
  test.each([
    'ls -la',
    'ls -lah --color=never src',
    'cat a | head -5 2>/dev/null',
    'cat a.txt | sort | uniq -c | sort -rn | head -n 20',
    "cut -d / -f2 a.txt | tr -d '\"' | tr / x",
    'cut -d: -f1,3 a.txt',
    'head -c 100 a; tail -n +5 b; wc -lw a',
    'git status',
    'git status --short --branch',
    'git log --oneline -n 5 && git diff HEAD~1',
    "git log --author=x --since='2 days ago' --format='%h %s' -5 -- src",
    'git --no-pager show HEAD --stat',
    'git show HEAD:src/a.ts',
    'git diff --cached --name-only',
    'git diff HEAD~1 -- src',
    'git branch -vv',
    'git branch --list',
    'git blame -L 1,20 a.ts',
    "git grep -n 'a b' -- src",
    'git remote -v',
    'git tag -l',
    "find . -name '*.ts'",
    "find src -type f -name '*.ts' -size +1k -not -path '*/node_modules/*'",
    'find . -maxdepth 2 -type d -newer a.txt -print0',
    'rg -n TODO src | wc -l',
    "rg -tts -g '!dist' --hidden 'a.b'",
    "grep -rn --include='*.ts' 'foo(' src",
    'grep -rniE foo .',
    'grep -A3 -e foo -e bar a.txt',
    "grep -n '/home/u/x' notes.md",
    'diff -u a b; cmp a b; comm -12 a b',
    "stat -c '%s %n' a; file -b a; du -sh .; df -h .",
    'pwd; ls; whoami; uname -a; date +%F; date -u',
    "sed -n '1,20p' a.ts",
    "jq -r '.a[0].b' a.json",
    'which node; type ls; command -v git',
    '[ -f a ] && echo yes || echo no',
    "test -d src && printf '%s\\n' ok",
    'node --version; python3 --version',
    'ps aux | grep node',
    'ls 2>/dev/null; ls 2>&1 | head',
    'cat /home/u/project/a.ts ./b',
    'cat src/../a.ts',
    'cat /etc/os-release /proc/cpuinfo',
    'echo $HOME done',
  ])('%s needs no question', (command) => {
    expect(judge(command)).toMatchObject({ action: 'allow', patternKey: 'read_only_command' });
  });

  test.each([
    'ls > out',
    'echo x >> y',
    'sort -o x a',
    'sort -ro x a',
    'sort --outp=x a',
    'git branch new',
    'git branch -l new',
    'git remote -v update',
    'git stash',
    'git diff --output=x',
    'git diff --outpu x',
    'git log --ext-diff',
    'git log --format=%G?',
    'git grep --op=./x TODO',
    'git grep -Ovi TODO',
    'git cat-file --textconv HEAD:a',
    'git config --list',
    'git -C sub log',
    'find . -fprint x',
    'find . -exec cat {} +',
    'find . -- -delete',
    'xargs cat',
    'PATH=. ls',
    './ls',
    'timeout 5 ls',
    "sed -n '1w x' a",
    "sed -n -e '1w x'",
    'date 0101',
    'date --set=0101',
    'tee x',
    'alias ls=rm',
    'npm test',
    'cat $FILE',
    'printf -v x 1',
    "printf 'x%n' PATH; ls",
    'uniq a b',
    'uniq a -c',
    'xxd a -l5',
    'tail -f a',
    'env node',
    'command ls x',
    'rg --pre ./x TODO',
    'rg -z TODO',
    'ls -Z',
    'crontab',
    'echo 1 | python3 -v',
  ])('%s may change something', (command) => {
    expect(judge(command).patternKey).not.toBe('read_only_command');
  });
});

describe('an option that hides behind another one', () => {
  test.each([
    'sort --random-source -- -o victim.txt a.txt',
    'git grep -e -- --open-files-in-pager=./evil.sh',
    'git diff --no-index -S -- --output=victim a b',
    'sort -k -- -o victim a',
    'head -n -- -x a',
    'grep -e -- -f',
    'cut -d -f a',
  ])('%s is not read as a value', (command) => {
    expect(judge(command).patternKey).not.toBe('read_only_command');
  });

  test('makes a program that it starts stand out, wherever it is', () => {
    expect(judge('git grep -e -- --open-files-in-pager=./evil.sh').patternKey).toBe('exec_vector');
  });
});

describe('reading is plain only in the workspace', () => {
  test.each([
    'cat ~/diary.txt',
    'cat ../other/notes',
    'cd .. && ls',
    'cd src && ls',
    'command cd d; cat keys/id_rsa',
    'pushd src; ls',
    'cat ~/.bash_history',
    'ls ~',
    'cat ~/project/a',
    'cat /HOME/u/project/a',
    'cat /tmp/x',
    'cat < ../x',
    'cat 0<../x',
    'cat /proc/1234/fd/3',
    'cat /proc/1234/cwd/x',
    'cat /dev/fd/../cwd/x',
    'cat /usr/x/../../home/u/y',
    'cat file:///home/u/project/a',
    'cat a=~/x',
    'ls /usr/lib',
    'cat /etc/ssl/private/ssl.key',
    'cat /etc/wireguard/wg0.conf',
    'cat /opt/app/.env',
    'cat .env config/server.key',
    'git diff --no-index /dev/null /home/other/x',
    'git diff /dev/null /home/other/x',
    'find / -name x',
    'find -L . -name x',
    'find . -newer /home/other/x',
    'date --file=/tmp/x',
    'date -f/tmp/x',
    'date -r /tmp/x',
    'grep -f/tmp/x a',
    'grep --file=/tmp/x a',
    'grep -R PRIVATE .',
    'grep -rR PRIVATE .',
    'grep --dereference-recursive PRIVATE .',
    'grep a -e b /tmp/x',
    'grep a -e /tmp/x',
    'diff -r a b',
    'rg -L x',
    'cat d/k*/id_rsa',
    'cat *',
    'echo ../*',
    'cat "$HOME"/project/a',
    'head -n 5 -- /tmp/x',
    'wc --files0-from=list',
    'md5sum -c list',
    'file -f list',
    'jq \'import "/tmp/x" as $x; $x\' a.json',
    'strings @/tmp/x',
    'tree -Lo 2 out',
  ])('%s is asked about', (command) => {
    expect(judge(command)).not.toMatchObject({ patternKey: 'read_only_command' });
  });

  test.each(['cat ~-/x', 'cat ~1/x'])('%s names a folder that only the shell knows', (command) => {
    expect(judge(command)).toMatchObject({ action: 'ask', patternKey: 'unreadable_command' });
  });

  test('a search through a folder with a file of the runtime is asked about', () => {
    const own = [`${WORKSPACE}/conf/echo-agent.yaml`];

    expect(judge('grep -rn key .', own).patternKey).toBe('none');
    expect(judge('rg key', own).patternKey).toBe('none');
    expect(judge('rg key src', own).patternKey).toBe('read_only_command');
    expect(judge('ls', own).patternKey).toBe('read_only_command');
  });

  test('a folder outside is no place to read from', () => {
    const guard = createGuard({ home: '/home/u', protectedPaths: [] });
    const { decision } = guard(
      { capabilities: ['process.exec'], input: { command: 'ls', cwd: '..' } },
      { workspace: WORKSPACE, networkPolicy: 'allow' },
    );

    expect(decision.patternKey).toBe('none');
  });
});
