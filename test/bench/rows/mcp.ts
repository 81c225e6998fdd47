import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { systemClock } from '../../../src/base/clock.ts';
import { McpSettings } from '../../../src/config/schema/mcp.ts';
import { createMcpServers } from '../../../src/mcp/mcp-servers.ts';
import type { Log } from '../../../src/observability/log.ts';
import { fakeToolContext } from '../../../src/testing/fake-tool-context.ts';
import { createToolRegistry } from '../../../src/tools/registry.ts';
import type { Row } from '../row.ts';

const CALLS = 500;
const SERVER = new URL('../../fake-mcp/stdio-server.ts', import.meta.url).pathname;
const PROGRAM = { command: process.execPath, args: [SERVER] };

/** A call over pipes: ours against the one of the library, in turn, so that the machine is the same for both. */
export const mcp: Row = {
  name: 'mcp',
  async measure() {
    const library = await openLibrary();
    const ours = await openOurs();
    const times = { library: [] as number[], ours: [] as number[] };
    for (let call = 0; call < CALLS; call += 1) {
      times.library.push(await timeOf(library.call));
      times.ours.push(await timeOf(ours.call));
    }
    await Promise.all([library.close(), ours.close()]);
    const [theirs, own] = [median(times.library), median(times.ours)];
    return [
      { name: 'MCP round trip of the library, p50', value: theirs, unit: 'ms', asked: '' },
      {
        name: 'MCP round trip of ours over it, p50',
        value: own - theirs,
        unit: 'ms',
        asked: '<= 1',
      },
    ];
  },
};

async function openLibrary() {
  const client = new Client(
    { name: 'bench', version: '1' },
    { versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(new StdioClientTransport(PROGRAM));
  return {
    call: () => client.callTool({ name: 'echo', arguments: { text: 'hello' } }),
    close: () => client.close(),
  };
}

async function openOurs() {
  const folder = await mkdtemp(join(tmpdir(), 'echo-bench-'));
  const registry = createToolRegistry([]);
  const servers = createMcpServers({
    servers: McpSettings.parse({ servers: { a: PROGRAM } }).servers,
    folder,
    home: folder,
    baseEnvironment: {},
    registry,
    fetch,
    clock: systemClock,
    random: Math.random,
    log: SILENT,
    version: '1',
  });
  const stopping = new AbortController();
  const running = servers.run(stopping.signal);
  await servers.settled(20_000);
  const tool = registry.find('mcp_a_echo')?.tool;
  return {
    call: async () => tool?.execute({ text: 'hello' }, fakeToolContext()),
    async close() {
      stopping.abort('over');
      await running;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const SILENT: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  failure: () => '',
  with: () => SILENT,
  flush: async () => undefined,
};
