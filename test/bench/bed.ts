import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createRuntime, type Runtime } from '../../src/app/create-runtime.ts';
import { loadSettings } from '../../src/app/load-settings.ts';
import { createEnvironment } from '../../src/config/environment.ts';
import type { ModelRouter, RoutedPart, RoutedRequest } from '../../src/models/router-contract.ts';
import { NO_USAGE } from '../../src/protocol/usage.ts';
import { defineTool, type Tool } from '../../src/tools/tool.ts';

export interface BenchRuntime {
  readonly runtime: Runtime;
  /** The latest requests that reached the model. */
  readonly requests: readonly RoutedRequest[];
  /** Sends one message and resolves when its turn has ended. */
  turn(chatId: string, text: string): Promise<void>;
  close(): Promise<void>;
}

const KEPT_REQUESTS = 10;

/** Answers at once, or after `latencyMs`; a text `call N` proposes N no-op calls first. */
function benchRouter(latencyMs: number, requests: RoutedRequest[]): ModelRouter {
  const route = { provider: 'bench', model: 'bench', reason: 'default', attempt: 0 };
  const state = { model: 'bench/bench', state: 'ready', contextWindow: 128_000 } as const;

  async function* stream(request: RoutedRequest): AsyncGenerator<RoutedPart> {
    requests.push(request);
    // Each holds a whole history: kept, they would be the growth that a soak looks for.
    if (requests.length > KEPT_REQUESTS) requests.shift();
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
    yield { type: 'route', route };
    const last = request.messages.at(-1);
    const calls = last?.role === 'user' ? wantedCalls(JSON.stringify(last.content)) : 0;
    for (let index = 0; index < calls; index += 1) {
      const argumentsText = JSON.stringify({ index });
      yield { type: 'tool-call', providerCallId: `c${index}`, tool: 'bench_noop', argumentsText };
    }
    if (calls === 0) yield { type: 'text', text: 'ok' };
    const reason = calls === 0 ? 'stop' : 'tool-calls';
    yield { type: 'finish', reason, usage: NO_USAGE, route, firstPartMs: 0 };
  }

  return {
    stream,
    embed: () => Promise.resolve({ ok: true, vectors: [], usage: NO_USAGE }),
    choose: () => state,
    states: () => [state],
  };
}

function wantedCalls(text: string): number {
  return Number(/call (\d+)/.exec(text)?.[1] ?? 0);
}

const noop: Tool<{ index: number }> = defineTool({
  name: 'bench_noop',
  title: 'No-op',
  description: 'Does nothing.',
  input: z.strictObject({ index: z.int() }),
  capabilities: ['fs.read'],
  riskLevel: 'read_only',
  idempotency: 'pure',
  summarize: ({ index }) => `noop ${index}`,
  execute: ({ index }) => Promise.resolve({ success: true, output: String(index) }),
});

export interface BenchOptions {
  readonly latencyMs?: number;
  readonly set?: readonly string[];
  /** Leave out the no-op tool, to see what a user has. */
  readonly plain?: boolean;
}

/** A real runtime on a real data folder in a temporary home, with a model that costs nothing. */
export async function openBench(options: BenchOptions = {}): Promise<BenchRuntime> {
  const home = await mkdtemp(join(tmpdir(), 'echo-bench-'));
  const settings = await loadSettings({
    cwd: home,
    home,
    environment: createEnvironment({ PATH: process.env['PATH'], HOME: home }),
    overrides: { set: ['log.level=silent', ...(options.set ?? [])] },
  });
  const requests: RoutedRequest[] = [];
  const runtime = await createRuntime(settings, {
    router: benchRouter(options.latencyMs ?? 0, requests),
    tools: options.plain === true ? [] : [noop],
    socket: false,
  });
  const waiting = new Map<string, () => void>();
  await runtime.client.subscribe(undefined, (event) => {
    if (event.type === 'turn-end') waiting.get(event.inboundId)?.();
  });
  const attached = new Set<string>();
  let count = 0;

  return {
    runtime,
    requests,

    async turn(chatId, text) {
      if (!attached.has(chatId)) {
        attached.add(chatId);
        await runtime.client.attach(chatId, () => Promise.resolve());
      }
      count += 1;
      const id = `b${count}`;
      const ended = new Promise<void>((resolve) => waiting.set(`cli:${id}`, resolve));
      const submission = {
        chatId,
        text,
        id,
        language: 'en',
        canAsk: false,
        assumeYes: false,
      } as const;
      await runtime.client.submit(submission);
      await ended;
      waiting.delete(`cli:${id}`);
    },

    async close() {
      await runtime.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Milliseconds of CPU, user and system, that `work` took of this process. */
export async function cpuMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
