import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Capability } from '../protocol/tool-call.ts';
import type { Tool } from './tool.ts';
import { mayUse, type ToolPolicy, visibilityOf } from './visibility.ts';

const policy: ToolPolicy = {
  profile: 'coding',
  allow: [],
  alsoAllow: [],
  deny: [],
  execEnabled: true,
  networkPolicy: 'allow',
};

function tool(name: string, ...capabilities: Capability[]): Tool {
  return {
    name,
    aliases: [`${name}_alias`],
    title: name,
    description: name,
    input: z.strictObject({}),
    capabilities,
    idempotency: 'pure',
    summarize: () => name,
    execute: async () => ({ success: true, output: '' }),
  };
}

const READ = tool('read_file', 'fs.read');
const ASK = tool('clarify', 'message.ask');
const MESSAGE = tool('message', 'message.send');
const WRITE = tool('write_file', 'fs.write');
const EXEC = tool('exec', 'process.exec');
const FETCH = tool('web_fetch', 'network.outbound');
const INSTALL = tool('skill_install', 'skill.install');
const JOB = tool('schedule', 'scheduler.write');
const UNDECLARED = tool('mystery');

describe('T20 what each profile shows', () => {
  const all = [READ, ASK, MESSAGE, WRITE, EXEC, FETCH, INSTALL, JOB, UNDECLARED];
  const names = (...tools: Tool[]) => tools.map(({ name }) => name);

  test.each([
    ['minimal', names(READ, ASK)],
    ['messaging', names(READ, ASK, MESSAGE)],
    ['coding', names(READ, ASK, MESSAGE, WRITE, EXEC)],
    ['full', names(...all)],
  ] as const)('%s', (profile, shown) => {
    const visible = all.filter((each) => visibilityOf(each, { ...policy, profile }).visible);

    expect(visible.map(({ name }) => name)).toEqual(shown);
  });
});

type Rule = [
  title: string,
  tool: Tool,
  changes: Partial<ToolPolicy>,
  visible: boolean,
  rule: string,
];

describe('the rules are read from the top', () => {
  test.each<Rule>([
    [
      'deny wins over everything',
      READ,
      { deny: ['read_file'], allow: ['read_file'], alsoAllow: ['read_file'] },
      false,
      'tools.deny',
    ],
    ['deny reaches a tool by its alias', EXEC, { deny: ['exec_alias'] }, false, 'tools.deny'],
    [
      'commands are switched off',
      EXEC,
      { execEnabled: false, allow: ['exec'] },
      false,
      'tools.exec.enabled: false',
    ],
    [
      'no network',
      FETCH,
      { networkPolicy: 'deny', alsoAllow: ['web_fetch'] },
      false,
      'network policy deny',
    ],
    [
      'no network for what declares nothing',
      UNDECLARED,
      { networkPolicy: 'deny', profile: 'full' },
      false,
      'network policy deny',
    ],
    ['a list of tools is the whole list', READ, { allow: ['exec'] }, false, 'tools.allow'],
    ['a list of tools goes beyond the profile', JOB, { allow: ['schedule'] }, true, 'tools.allow'],
    [
      'a tool is added to the profile',
      FETCH,
      { alsoAllow: ['web_fetch'] },
      true,
      'tools.alsoAllow',
    ],
    [
      'a tool is added to the list',
      FETCH,
      { allow: ['exec'], alsoAllow: ['web_fetch'] },
      true,
      'tools.alsoAllow',
    ],
    ['the profile shows it', READ, {}, true, 'profile coding'],
    ['the profile hides it', INSTALL, {}, false, 'profile coding'],
  ])('%s', (_, ...[subject, changes, visible, rule]) => {
    expect(visibilityOf(subject, { ...policy, ...changes })).toEqual({ visible, rule });
  });
});

test('T22 a worker may use its own tools by name or alias, and no other', () => {
  expect(mayUse(EXEC, undefined)).toBe(true);
  expect(mayUse(EXEC, new Set(['exec_alias']))).toBe(true);
  expect(mayUse(EXEC, new Set(['read_file']))).toBe(false);
  expect(mayUse(EXEC, new Set())).toBe(false);
});
