import { expect, test } from 'vitest';
import { countedExec, countedTool } from '../testing/counted-tool.ts';
import { pipelineBed } from '../testing/pipeline-bed.ts';
import { scriptedGate } from '../testing/scripted-gate.ts';
import { toAuditEntry } from './audit-entry.ts';

const read = () =>
  countedTool({ name: 'read_note', idempotency: 'pure', capabilities: ['fs.read'] });

test('an executed side effect is kept with who, what, why and how it ended', async () => {
  const { call, records } = pipelineBed({ tools: [countedExec().tool] });

  await call('exec', { command: 'npm install x --token abcdef' });

  const entry = records[0] && toAuditEntry(records[0]);
  expect(entry).toMatchObject({
    kind: 'tool-call',
    principal: 'cli:1000',
    outcome: 'ok',
    sessionKey: 'cli:main',
    traceId: 'trace_1',
    turnId: 'turn_1',
    stepName: 'tool_0_0',
    details: {
      tool: 'exec',
      capabilities: ['process.exec'],
      risk: 'exec',
      facts: ['package_install', 'network_access'],
      attempts: 1,
    },
  });
  expect(JSON.stringify(entry)).not.toContain('abcdef');
});

test('what only reads is no matter of audit', async () => {
  const { call, records } = pipelineBed({ tools: [read().tool, countedExec().tool] });

  await call('read_note', { path: 'a' });
  await call('exec', { command: 'git status' }, { proposal: { callId: 'tool_0_1' } });

  expect(records.map(toAuditEntry)).toEqual([undefined, undefined]);
});

test('T22 denials are kept, and the escape of a worker as what it is', async () => {
  const denied = pipelineBed({ tools: [countedExec().tool] });
  const escaped = pipelineBed({ tools: [countedExec().tool] });
  const unasked = pipelineBed({
    tools: [countedTool().tool],
    gate: scriptedGate({ state: 'unavailable', why: 'nobody is there' }),
  });

  await denied.call('exec', { command: 'shutdown now' });
  await escaped.call('bash', { command: 'ls' }, { caller: { allowedTools: new Set(['todo']) } });
  await unasked.call('save_note', { path: 'a' });

  const records = [denied, escaped, unasked].flatMap((bed) => bed.records);
  const [, escaping] = records.map(toAuditEntry);
  expect(escaping).toMatchObject({
    principal: 'cli:1000',
    outcome: 'denied',
    details: { tool: 'exec', maskedArguments: { command: 'ls' }, attempts: 0 },
  });
  expect(records.map((record) => toAuditEntry(record)?.kind)).toEqual([
    'tool-denial',
    'worker-escape',
    'tool-denial',
  ]);
});

test('T7 a replay is no second effect', async () => {
  const { call, records } = pipelineBed({ tools: [countedTool().tool] });

  await call('save_note', { path: 'a' });
  await call('save_note', { path: 'a' });

  expect(records.map((record) => toAuditEntry(record)?.kind)).toEqual(['tool-call', undefined]);
});
