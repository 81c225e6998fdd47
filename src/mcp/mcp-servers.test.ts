import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { connectedMcpBed as connected, fakeProgram, temporaryFolder } from '../testing/mcp-bed.ts';

const WELL = fakeProgram('stdio-server');
const RAW = fakeProgram('raw-server');

test('the tools of a server are called by its name and theirs, and answer as text from outside', async () => {
  const { bed, registry, view } = await connected(WELL);

  const report = await bed.call('mcp_a_echo', { text: 'hello' });

  expect(view()).toMatchObject({ state: 'connected', protocolVersion: '2026-07-28' });
  expect(registry.find('mcp_a_echo')?.tool).toMatchObject({
    capabilities: ['mcp.call'],
    riskLevel: 'write',
    idempotency: 'unsafe',
  });
  expect(report).toMatchObject({
    outcome: 'ok',
    text: 'hello',
    origin: { source: 'mcp:a', trust: 'untrusted' },
  });
});

test('a server of the older protocol is spoken to in that', async () => {
  const { call, view } = await connected(RAW);

  expect(view()).toMatchObject({ state: 'connected', protocolVersion: '2025-11-25' });
  expect(await call('say', { text: 'old' })).toBe('old');
});

test('one that ends at the question for the newer protocol is started again without it', async () => {
  const { call, view } = await connected({ ...RAW, env: { RAW_ENDS_AT_QUESTION: '1' } });

  expect(view()).toMatchObject({ state: 'connected', protocolVersion: '2025-11-25' });
  expect(await call('say', { text: 'old' })).toBe('old');
});

test('arguments that its schema refuses never reach it', async () => {
  const { bed } = await connected(WELL);

  const report = await bed.call('mcp_a_echo', { text: 7 });

  expect(report).toMatchObject({ outcome: 'invalid_arguments' });
});

test('S13 P4 a program sees what it was given and nothing else of ours', async () => {
  const { call } = await connected(
    { ...WELL, env: { GIVEN: 'yes' } },
    { environment: { LANG: 'C.UTF-8' } },
  );

  const seen = Object.keys(JSON.parse(await call('environment')));

  expect(seen.toSorted()).toEqual(['ECHO_AGENT_MCP', 'GIVEN', 'LANG', 'PATH']);
});

describe('a call', () => {
  test('that takes too long is given up and cancelled at the server', async () => {
    const { bed, call } = await connected({ ...WELL, timeout: '100ms' });
    const folder = temporaryFolder();
    const begun = once(watch(folder), 'change');

    const hanging = bed.call('mcp_a_hang', { file: join(folder, 'begun') });
    await begun;
    await bed.manual.advance(100);
    const report = await hanging;

    expect(report.outcome).toBe('timeout');
    expect(await call('cancelled')).toBe('1');
  });

  test('P1 with an answer of a megabyte and more is kept whole, and shown cut', async () => {
    const { bed } = await connected(WELL);

    const report = await bed.call('mcp_a_large', { bytes: 5_000_000 });

    expect(report.outcome).toBe('ok');
    expect(report.text.length).toBeLessThan(20_000);
    const kept = await bed.recorder.memory.readArtifact(report.artifactId ?? '');
    expect(kept && 'text' in kept && kept.text.length).toBe(5_000_000);
  });

  test('with a structured answer and no text shows that answer', async () => {
    const { call } = await connected(WELL);

    expect(JSON.parse(await call('weather', { city: 'Bern' }))).toEqual({ degrees: 21 });
  });
});
