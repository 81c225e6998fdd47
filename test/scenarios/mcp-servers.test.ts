import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeProgram } from '../../src/testing/mcp-bed.ts';
import { calls, says } from '../../src/testing/scripted-router.ts';
import { createRuntimeBed } from './runtime-bed.ts';

const { command, args } = fakeProgram('stdio-server');
const server = (settings: object = {}) =>
  `mcp.servers=${JSON.stringify({ fake: { command, args, ...settings } })}`;

const OPEN = ['tools.profile=full', 'execution.networkPolicy=allow'];

test('a tool of a configured server is called through the whole pipeline', async () => {
  const bed = await createRuntimeBed({ set: [server(), ...OPEN] });
  await bed.start();
  const { client } = bed.runtime();

  const report = await client.callTool({
    name: 'mcp_fake_echo',
    argumentsText: '{"text":"hello"}',
    assumeYes: true,
  });

  expect(report.outcome).toBe('approval_required');
  expect(report.decision?.facts).toContain('network_access');
});

test('T21 S6 without the network no tool of a server is shown, and a call is denied', async () => {
  const bed = await createRuntimeBed({ set: [server(), 'tools.profile=full'] });
  await bed.start();
  const { client } = bed.runtime();

  const tools = await client.tools();
  const report = await client.callTool({
    name: 'mcp_fake_echo',
    argumentsText: '{"text":"hello"}',
    assumeYes: true,
  });

  expect(tools.find(({ name }) => name === 'mcp_fake_echo')?.visible).toBe(false);
  expect(report).toMatchObject({ outcome: 'denied', decision: { patternKey: 'network_denied' } });
});

test('a turn asks for a call of a server, and goes on with its answer', async () => {
  const bed = await createRuntimeBed({
    set: [server(), ...OPEN],
    script: [calls('mcp_fake_echo', { text: 'from the server' }), says('done')],
  });
  await bed.start();
  await bed.runtime().client.mcpServers();

  const id = await bed.send('go', { canAsk: true });
  const asked = await bed.sees(({ type }) => type === 'approval-request');
  await bed.runtime().client.decide({ id: idOf(asked), verdict: 'approved', scope: 'once' });
  const { end } = await bed.endOf(id);

  expect(end.outcome).toBe('done');
  expect(bed.toolTexts().at(-1)).toContain('from the server');
});

test('S13 neither log nor audit hold the keys that a server was given', async () => {
  const bed = await createRuntimeBed({
    set: [server({ env: { API_TOKEN: 'tok-very-secret-1' } }), ...OPEN],
  });
  await bed.start();
  await bed.runtime().client.mcpServers();
  await bed.runtime().close();

  const log = readFileSync(join(bed.home, '.echo-agent/logs/echo-agent.log'), 'utf8');

  expect(log).toContain('Connected.');
  expect(log).not.toContain('tok-very-secret-1');
});

function idOf(event: object): string {
  const { approval } = event as { readonly approval: { readonly id: string } };
  return approval.id;
}
