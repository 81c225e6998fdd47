import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Capability } from '../protocol/tool-call.ts';
import type { Tool } from './tool.ts';
import { mayUse, type ToolPolicy, type Viewer, visibilityOf } from './visibility.ts';

const policy: ToolPolicy = {
  profile: 'coding',
  allow: [],
  alsoAllow: [],
  deny: [],
  securityProfile: 'personalCli',
  networkPolicy: 'allow',
  channels: {},
};

const owner: Viewer = { channel: 'cli', isOwner: true, canAsk: true };

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
const MESSAGE: Tool = { ...tool('message', 'message.send'), addressees: () => 'own_chat' };
const SHOUT = tool('shout', 'message.send');
const WRITE = tool('write_file', 'fs.write');
const EXEC = tool('exec', 'process.exec');
const FETCH = tool('web_fetch', 'network.outbound');
const INSTALL = tool('skill_install', 'skill.install');
const JOB = tool('schedule', 'scheduler.write');
const UNDECLARED = tool('mystery');

describe('T20 what each profile shows', () => {
  const all = [READ, ASK, MESSAGE, SHOUT, WRITE, EXEC, FETCH, INSTALL, JOB, UNDECLARED];
  const names = (...tools: Tool[]) => tools.map(({ name }) => name);

  test.each([
    ['minimal', names(READ, ASK)],
    ['messaging', names(READ, ASK, MESSAGE)],
    ['coding', names(READ, ASK, MESSAGE, WRITE, EXEC)],
    ['full', names(...all)],
  ] as const)('%s', (profile, shown) => {
    const visible = all.filter((each) => visibilityOf(each, { ...policy, profile }, owner).visible);

    expect(visible.map(({ name }) => name)).toEqual(shown);
  });
});

test('what the profile lacks is named, and only where the profile decides', () => {
  const minimal = { ...policy, profile: 'minimal' } as const;
  const both = tool('both', 'fs.read', 'fs.write');

  expect(visibilityOf(both, minimal, owner).lacks).toEqual(['fs.write']);
  expect(visibilityOf(UNDECLARED, minimal, owner).lacks).toEqual(['undeclared']);
  expect(visibilityOf(both, { ...minimal, deny: ['both'] }, owner).lacks).toBeUndefined();
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
    expect(visibilityOf(subject, { ...policy, ...changes }, owner)).toMatchObject({
      visible,
      rule,
    });
  });
});

test('T22 a worker may use its own tools by name or alias, and no other', () => {
  expect(mayUse(EXEC, undefined)).toBe(true);
  expect(mayUse(EXEC, new Set(['exec_alias']))).toBe(true);
  expect(mayUse(EXEC, new Set(['read_file']))).toBe(false);
  expect(mayUse(EXEC, new Set())).toBe(false);
});

describe('T20 a channel says for itself', () => {
  const channels = {
    web: { profile: 'minimal', deny: ['clarify'] },
    work: { allow: ['web_fetch'], alsoAllow: [] },
  } as const;
  const rules = { ...policy, channels, alsoAllow: ['schedule'], deny: ['mystery'] };

  test.each<[title: string, tool: Tool, channel: string, visible: boolean, rule: string]>([
    ['its profile', READ, 'web', true, 'profile minimal of channels.web.tools'],
    ['what its profile leaves out', EXEC, 'web', false, 'profile minimal of channels.web.tools'],
    ['its own deny', ASK, 'web', false, 'channels.web.tools.deny'],
    ['the deny of all channels too', UNDECLARED, 'web', false, 'tools.deny'],
    ['what it says nothing about', JOB, 'web', true, 'tools.alsoAllow'],
    ['its list', FETCH, 'work', true, 'channels.work.tools.allow'],
    ['what is not in its list', READ, 'work', false, 'channels.work.tools.allow'],
    ['another channel nothing', EXEC, 'cli', true, 'profile coding'],
    ['a channel by the name of a method nothing', EXEC, 'toString', true, 'profile coding'],
  ])('%s', (_, ...[subject, channel, visible, rule]) => {
    expect(visibilityOf(subject, rules, { ...owner, channel })).toMatchObject({ visible, rule });
  });
});

describe('what a security profile takes away, whatever the lists say', () => {
  const all = [READ, ASK, MESSAGE, SHOUT, WRITE, EXEC, FETCH, INSTALL, JOB, UNDECLARED];
  const alsoAllow = all.map(({ name }) => name);
  const guest: Viewer = { ...owner, isOwner: false };
  const alone: Viewer = { ...owner, canAsk: false };

  test.each([
    ['personalCli', guest, []],
    ['daemon', owner, []],
    ['daemon', guest, []],
    ['daemon', alone, [ASK, INSTALL, JOB]],
    ['publicGateway', owner, []],
    ['publicGateway', alone, [ASK, INSTALL, JOB]],
    ['publicGateway', guest, [SHOUT, WRITE, EXEC, INSTALL, JOB, UNDECLARED]],
  ] as const)('%s', (securityProfile, viewer, taken) => {
    const rules: ToolPolicy = { ...policy, securityProfile, profile: 'full', alsoAllow };

    const missing = all.filter((each) => !visibilityOf(each, rules, viewer).visible);

    expect(missing).toEqual(taken);
  });

  test('names the power and from whom it is taken', () => {
    const rules: ToolPolicy = { ...policy, securityProfile: 'publicGateway' };

    expect(visibilityOf(EXEC, rules, guest).rule).toBe(
      'security profile publicGateway: no process.exec for callers who are not the owner',
    );
  });
});

test('T22 a worker sees its own tools only, by name or alias', () => {
  const worker: Viewer = { ...owner, allowedTools: new Set(['read_file_alias']) };

  expect(visibilityOf(READ, policy, worker).visible).toBe(true);
  expect(visibilityOf(EXEC, { ...policy, alsoAllow: ['exec'] }, worker)).toEqual({
    visible: false,
    rule: 'the worker may not use it',
  });
});
