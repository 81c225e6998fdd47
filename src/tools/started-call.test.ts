import { expect, test } from 'vitest';
import { z } from 'zod';
import { countedTool } from '../testing/counted-tool.ts';
import { pipelineBed } from '../testing/pipeline-bed.ts';
import { toAuditEntry } from './audit-entry.ts';

const NAMES = ['key', 'token', 'secret', 'password', 'api_key', 'credential', 'auth'];
const SECRETS = Object.fromEntries(NAMES.map((name) => [name, `private-${name}`]));
const HIDDEN = Object.fromEntries(NAMES.map((name) => [name, '***']));

test('T11 start, audit and report show arguments masked by name, nested and in lists, and count as they were', async () => {
  const { tool, runs } = countedTool({ input: z.record(z.string(), z.unknown()) });
  const { call, records, recorder } = pipelineBed({ tools: [tool] });
  const given = { ...SECRETS, max_tokens: 4096, inner: { list: [SECRETS, { auth: SECRETS }] } };

  const report = await call('save_note', given);

  const shown = { ...HIDDEN, max_tokens: 4096, inner: { list: [HIDDEN, { auth: '***' }] } };
  expect(recorder.startedCalls[0]?.maskedArguments).toEqual(shown);
  expect(report.maskedArguments).toEqual(shown);
  expect(records[0] && toAuditEntry(records[0])?.details).toMatchObject({ maskedArguments: shown });
  expect(runs[0]?.input).toEqual(given);
  expect(report.executionId).toBe(recorder.startedCalls[0]?.executionId);
});

test('T11 a call that was refused shows what it was given, masked', async () => {
  const { call, records } = pipelineBed({ tools: [countedTool().tool] });

  const report = await call('save_note', { path: 1, password: 'private' });

  expect(report.outcome).toBe('invalid_arguments');
  expect(report.maskedArguments).toEqual({ path: 1, password: '***' });
  expect(records[0]?.maskedArguments).toEqual({ path: 1, password: '***' });
});
