import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Tool } from '../../src/tools/tool.ts';
import { readToolLog } from '../../src/tools/tool-log.ts';
import { createRuntimeBed } from './runtime-bed.ts';

const login: Tool = {
  name: 'login',
  aliases: ['sign_in'],
  title: 'Log in',
  description: 'Logs in.',
  input: z.strictObject({
    api_key: z.string(),
    max_tokens: z.int(),
    accounts: z.array(z.strictObject({ name: z.string(), password: z.string() })),
  }),
  capabilities: ['fs.write'],
  idempotency: 'unsafe',
  summarize: () => 'log in',
  execute: async () => ({ success: true, output: 'in' }),
};

const ARGUMENTS = {
  api_key: 'abc-very-private',
  max_tokens: 4096,
  accounts: [{ name: 'ann', password: 'hunter2' }],
};
const MASKED = {
  api_key: '***',
  max_tokens: 4096,
  accounts: [{ name: 'ann', password: '***' }],
};

test('T11 each call of the command line is in the log, newest first, with ids, decision and masked arguments', async () => {
  const bed = await createRuntimeBed({ parts: { tools: [login] } });
  const { client, storage } = bed.runtime();
  const argumentsText = JSON.stringify(ARGUMENTS);

  await client.callTool({ name: 'sign_in', argumentsText, assumeYes: true });
  await client.callTool({ name: 'login', argumentsText, assumeYes: false });
  await client.callTool({ name: 'login', argumentsText: '{"max_tokens":"x"}', assumeYes: true });
  await client.callTool({ name: 'nobody', argumentsText: '{}', assumeYes: true });
  const log = await readToolLog(storage.turns, { limit: 10 });

  expect(log.map(({ tool, outcome }) => `${tool} ${outcome}`)).toEqual([
    'nobody not_visible',
    'login invalid_arguments',
    'login approval_required',
    'login ok',
  ]);
  expect(log[2]).toMatchObject({ attempts: 0, arguments: MASKED, risk: 'write' });
  expect(log[3]).toMatchObject({
    calledAs: 'sign_in',
    attempts: 1,
    arguments: MASKED,
    summary: 'log in',
    result: 'in',
    risk: 'write',
    sideEffect: true,
    sessionKey: 'cli:@tools',
    step: 'tool_0_0',
    decision: { action: 'allow' },
    executionId: expect.stringMatching(/^exe_/),
    traceId: expect.stringMatching(/^trace_/),
    idempotencyKey: expect.stringMatching(/^[0-9a-f]{24}$/),
    startedAt: expect.any(Number),
    endedAt: expect.any(Number),
    durationMs: expect.any(Number),
  });
  expect(JSON.stringify(log)).not.toMatch(/private|hunter2/);
  const own = await readToolLog(storage.turns, {
    limit: 1,
    tool: 'login',
    sessionKey: 'cli:@tools',
  });
  expect(own.map(({ outcome }) => outcome)).toEqual(['invalid_arguments']);
});

test('a call in the name of a stranger has the rights of a stranger, and nobody assumes a yes for it', async () => {
  const bed = await createRuntimeBed({ parts: { tools: [login] } });
  const { client, storage } = bed.runtime();

  const report = await client.callTool({
    name: 'login',
    argumentsText: JSON.stringify(ARGUMENTS),
    assumeYes: true,
    principal: 'telegram:9',
  });
  const [logged] = await readToolLog(storage.turns, { limit: 1 });

  expect(report.outcome).toBe('approval_required');
  expect(logged).toMatchObject({ principal: 'telegram:9', outcome: 'approval_required' });
});
