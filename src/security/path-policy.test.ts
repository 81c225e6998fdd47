import { describe, expect, test } from 'vitest';
import { AgentError } from '../base/errors.ts';
import {
  isPrivateWorkspace,
  type PathBounds,
  type PathPolicy,
  parsePath,
  refusalOf,
  writeConcernOf,
} from './path-policy.ts';

const policy: PathPolicy = { workspace: '/home/ada/work', protectedPaths: [], home: '/home/ada' };

const bounds: PathBounds = {
  workspace: '/home/ada/work',
  privatePaths: ['/home/ada/.echo-agent', '/home/ada/work/echo-agent.yaml', '/home/ada/.ssh'],
  ownPaths: ['/home/ada/.echo-agent', '/home/ada/work/echo-agent.yaml'],
};

describe('S8 the spelling of a path', () => {
  test.each([
    ['notes.md', '/home/ada/work/notes.md'],
    ['./a/../b', '/home/ada/work/b'],
    ['a//b/', '/home/ada/work/a/b'],
    ['../../../..', '/'],
    ['/home/ada/work/x', '/home/ada/work/x'],
    ['~', '/home/ada'],
    ['~/.ssh/id_rsa', '/home/ada/.ssh/id_rsa'],
    ['~$draft.docx', '/home/ada/work/~$draft.docx'],
    ['file:///etc/pass%77d', '/etc/passwd'],
    ['FILE:///home/ada/work/%E6%96%87.md', '/home/ada/work/文.md'],
    ['说明/第 1 章.md', '/home/ada/work/说明/第 1 章.md'],
  ])('reads %s as %s', (spelled, path) => {
    expect(parsePath(spelled, policy)).toBe(path);
  });

  test.each([
    ['', 'nothing'],
    ['a\0.md', 'a NUL byte'],
    ['file:///a%00b', 'an encoded NUL byte'],
    ['file://host/share/a', 'another machine'],
    ['file:///a%2fb', 'an encoded slash'],
    ['x'.repeat(5_000), 'more than a path can hold'],
  ])('refuses %o: %s', (spelled) => {
    expect(() => parsePath(spelled, policy)).toThrow(AgentError);
  });

  test('knows no home where there is none', () => {
    expect(() => parsePath('~/x', { ...policy, home: undefined })).toThrow(/not a usable path/);
  });
});

describe('S8 the bounds', () => {
  test.each([
    ['/home/ada/work', undefined],
    ['/home/ada/work/src/..data', undefined],
    ['/home/ada/work/proc/self', undefined],
    ['/home/ada', 'outside_workspace'],
    ['/home/ada/work2/x', 'outside_workspace'],
    ['/home/ada/.echo-agent/state.db', 'private_path'],
    ['/home/ada/work/echo-agent.yaml', 'private_path'],
    ['/home/ada/work/ECHO-Agent.YAML', 'private_path'],
    ['/home/ada/.SSH/id_rsa', 'private_path'],
    ['/proc/self/environ', 'system_path'],
    ['/dev/zero', 'system_path'],
    ['/sys/kernel', 'system_path'],
  ])('judge %s as %s', (path, patternKey) => {
    expect(refusalOf(path, bounds)?.patternKey).toBe(patternKey);
  });

  test('leave a workspace inside the data folder usable, and the rest of that folder closed', () => {
    const nested = {
      workspace: '/data/workspace',
      privatePaths: ['/data', '/data/workspace/.keys'],
      ownPaths: ['/data', '/data/workspace/.keys'],
    };

    const found = ['/data/workspace/a.md', '/data/state.db', '/data/workspace/.keys/k'].map(
      (path) => refusalOf(path, nested)?.patternKey,
    );

    expect(found).toEqual([undefined, 'private_path', 'private_path']);
  });

  test('keep keys closed when the whole home is the workspace', () => {
    const home = { workspace: '/home/ada', privatePaths: ['/home/ada/.ssh'], ownPaths: [] };

    expect(refusalOf('/home/ada/.ssh/id_ed25519', home)?.patternKey).toBe('private_path');
    expect(refusalOf('/home/ada/.sshrc', home)).toBeUndefined();
  });
});

describe('S8 a workspace in a private place', () => {
  test.each([
    ['/home/ada/.ssh', true],
    ['/home/ada/.ssh/workspace', true],
    ['/home/ada/.SSH/sub', true],
    ['/data', true],
    ['/data/logs', true],
    ['/data/workspace', false],
    ['/data/workspace/sub', false],
    ['/etc/ssh', true],
    ['/proc/self', true],
    ['/dev/shm', true],
    ['/home/ada', false],
    ['/home/ada/work', false],
  ])('%s: %s', (workspace, isPrivate) => {
    const own = ['/data'];
    const privatePaths = [...own, '/home/ada/.ssh', '/etc/ssh'];

    expect(isPrivateWorkspace({ workspace, privatePaths, ownPaths: own })).toBe(isPrivate);
  });

  test('opens nothing of a store of keys, whichever workspace was let through', () => {
    const inStore = { ...bounds, workspace: '/home/ada/.ssh' };

    expect(refusalOf('/home/ada/.ssh/id_rsa', inStore)?.patternKey).toBe('private_path');
  });
});

describe('a change that a person should see', () => {
  test.each([
    ['.git/hooks/pre-commit', 'git_internals'],
    ['.husky/pre-commit', 'persistence'],
    ['app/.vscode/tasks.json', 'persistence'],
    ['.devcontainer/devcontainer.json', 'persistence'],
    ['sub/echo-agent.yaml', 'persistence'],
    ['.bashrc', 'persistence'],
    ['docs/vscode/tasks.json', undefined],
    ['sub/.GIT/config', 'git_internals'],
    ['AGENT.md', 'agent_instructions'],
    ['.env', 'secret_file'],
    ['app/.env.production', 'secret_file'],
    ['.npmrc', 'secret_file'],
    ['.env.example', undefined],
    ['.gitignore', undefined],
    ['docs/AGENT.md', undefined],
    ['src/environment.ts', undefined],
  ])('is found in %s: %s', (name, patternKey) => {
    expect(writeConcernOf(name)?.patternKey).toBe(patternKey);
  });
});
