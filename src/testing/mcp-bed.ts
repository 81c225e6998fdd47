import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../base/clock.ts';
import { createIdSource } from '../base/ids.ts';
import { readEnvironment } from '../config/environment.ts';
import { McpSettings } from '../config/schema/mcp.ts';
import type { McpServerView } from '../mcp/mcp-server-view.ts';
import { createMcpServers, type McpServers } from '../mcp/mcp-servers.ts';
import { createLog, type LogEntry } from '../observability/log.ts';
import { createRedactor } from '../security/redactor.ts';
import { createToolRegistry, type ToolRegistry } from '../tools/registry.ts';
import type { Tool } from '../tools/tool.ts';
import { type PipelineBed, pipelineBed } from './pipeline-bed.ts';

export interface McpBed {
  readonly mcp: McpServers;
  readonly registry: ToolRegistry;
  readonly bed: PipelineBed;
  readonly logged: LogEntry[];
  readonly folder: string;
  /** What a call of a tool of server `a` says to the model. */
  call(tool: string, input?: unknown): Promise<string>;
  view(name?: string): McpServerView;
  /** Resolves when it holds; looks again whenever a tool or a line of the log comes. */
  until(holds: () => boolean): Promise<void>;
  stop(): Promise<void>;
}

export interface McpBedOptions {
  readonly folder?: string;
  readonly builtin?: readonly Tool[];
  readonly fetch?: typeof fetch;
  readonly environment?: Readonly<Record<string, string>>;
}

const FAKES = new URL('../../test/fake-mcp/', import.meta.url).pathname;

/** How a fake server is started, for the configuration. */
export function fakeProgram(name: 'stdio-server' | 'raw-server') {
  return { command: process.execPath, args: [join(FAKES, `${name}.ts`)] };
}

/** Real servers in processes of their own, behind a registry and a pipeline. Everything is ended with the test. */
export function mcpBed(
  servers: Readonly<Record<string, unknown>>,
  options: McpBedOptions = {},
): McpBed {
  const folder = options.folder ?? temporaryFolder();
  const logged: LogEntry[] = [];
  const watchers = new Set<() => void>();
  const look = () => {
    for (const watcher of watchers) watcher();
  };
  const sink = {
    write(entry: LogEntry) {
      logged.push(entry);
      look();
    },
    flush: async () => undefined,
  };
  const inner = createToolRegistry(options.builtin ?? []);
  const registry: ToolRegistry = Object.assign(Object.create(inner), {
    replace(...given: Parameters<ToolRegistry['replace']>) {
      const replaced = inner.replace(...given);
      queueMicrotask(look);
      return replaced;
    },
  });
  const ids = createIdSource();
  const redactor = createRedactor({ secrets: [] });
  const mcp = createMcpServers({
    servers: McpSettings.parse({ servers }).servers,
    folder,
    home: homedir(),
    baseEnvironment: { PATH: readEnvironment().get('PATH') ?? '', ...options.environment },
    registry,
    fetch: options.fetch ?? fetch,
    clock: systemClock,
    random: () => 0,
    log: createLog({ level: 'trace', sink, clock: systemClock, ids, redactor }),
    version: '1.2.3',
  });
  const stopping = new AbortController();
  const running = mcp.run(stopping.signal);
  const bed = pipelineBed({ tools: [], registry });
  let calls = 0;

  async function stop() {
    stopping.abort('stop');
    await running;
  }
  onTestFinished(stop);

  return {
    mcp,
    registry,
    bed,
    logged,
    folder,
    async call(tool, input = {}) {
      calls += 1;
      const proposal = { callId: `tool_1_${calls}` };
      return (await bed.call(`mcp_a_${tool}`, input, { proposal })).text;
    },
    view: (name = 'a') => mcp.views().find((view) => view.name === name) as McpServerView,
    until: (holds) =>
      new Promise((resolve) => {
        const watcher = () => {
          if (!holds()) return;
          watchers.delete(watcher);
          resolve();
        };
        watchers.add(watcher);
        watcher();
      }),
    stop,
  };
}

/** One server, `a`, once it has been tried. */
export async function connectedMcpBed(settings: object, options?: McpBedOptions): Promise<McpBed> {
  const bed = mcpBed({ a: settings }, options);
  await bed.mcp.settled(20_000);
  return bed;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'echo-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
