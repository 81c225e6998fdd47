import type {
  CallToolResult,
  Client,
  Tool as McpTool,
  Transport,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { backoffMs } from '../../base/backoff.ts';
import type { Clock } from '../../base/clock.ts';
import { LIMITS } from './limits.ts';

export type Sdk = typeof import('@modelcontextprotocol/client');

/** Loaded when the first server is reached. */
export const loadSdk = (): Promise<Sdk> => import('@modelcontextprotocol/client');

export interface ConnectDeps {
  readonly sdk: Sdk;
  readonly clock: Clock;
  readonly random: () => number;
  readonly version: string;
  /** Makes the way to the server anew. */
  openTransport(): Transport;
  /** Told that the list of tools may have changed; as often as the server likes. */
  onToolsChanged(): void;
  /** Told of what goes wrong beside calls. */
  onTrouble(error: Error): void;
}

export interface ServerCall {
  readonly tool: McpTool;
  readonly input: Record<string, unknown>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** An open connection to one server. */
export interface Connection {
  /** The revision of the protocol that is spoken. */
  readonly protocolVersion: string;
  /** What the server calls itself, if it does. */
  readonly serverName: string | undefined;
  /** As the server sent them, unchecked. Throws what the library throws. */
  listTools(signal: AbortSignal): Promise<readonly unknown[]>;
  /** Throws what the library throws. */
  callTool(call: ServerCall): Promise<CallToolResult>;
  /** Aborts when the connection has ended. */
  readonly ended: AbortSignal;
  /**
   * Of no use for new calls: `ended` aborts at once. Over HTTP calls that are under way may still be answered, and it is
   * closed after them.
   */
  retire(): void;
  /** Whether it was retired and calls of it are still under way. */
  lingers(): boolean;
  /** Resolves when nothing of it is left. Safe to call twice. */
  close(): Promise<void>;
}

/** Connects in the newest revision that both sides speak. */
export async function connect(deps: ConnectDeps, signal: AbortSignal): Promise<Connection> {
  try {
    return await connectIn('auto', deps, signal);
  } catch (thrown) {
    if (!endedAtTheQuestion(thrown, deps.sdk) || signal.aborted) throw thrown;
    // Some older servers end at a request that they do not know.
    return connectIn('legacy', deps, signal);
  }
}

function endedAtTheQuestion(thrown: unknown, { SdkError, SdkErrorCode }: Sdk): boolean {
  return thrown instanceof SdkError && thrown.code === SdkErrorCode.EraNegotiationFailed;
}

async function connectIn(
  mode: 'auto' | 'legacy',
  deps: ConnectDeps,
  signal: AbortSignal,
): Promise<Connection> {
  const { sdk, version, onToolsChanged, onTrouble } = deps;
  const ended = new AbortController();
  const client = new sdk.Client(
    { name: 'echo-agent', version },
    {
      versionNegotiation: { mode, probe: { timeoutMs: LIMITS.probeMs } },
      inputRequired: { autoFulfill: false },
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } },
    },
  );
  client.onerror = onTrouble;
  client.onclose = () => ended.abort('ended');
  const transport = deps.openTransport();
  try {
    await client.connect(transport, { signal, timeout: LIMITS.connectMs });
  } catch (thrown) {
    await transport.close();
    throw thrown;
  }
  void keepListening(client, deps, ended.signal).catch((thrown: Error) => onTrouble(thrown));
  const calls = new Set<Promise<unknown>>();
  let retired = false;

  async function close() {
    await client.close();
    await transport.close();
    ended.abort('ended');
  }

  return {
    protocolVersion: client.getNegotiatedProtocolVersion() ?? 'unknown',
    serverName: client.getServerVersion()?.name,
    listTools: (stop) => listTools(client, stop),
    callTool(call) {
      const answer = callTool(client, call);
      const forget = () => void calls.delete(settled);
      const settled: Promise<void> = answer.then(forget, forget);
      calls.add(settled);
      return answer;
    },
    ended: ended.signal,
    retire() {
      retired = transport.hasPerRequestStream === true;
      ended.abort('retired');
      const rest = retired ? Promise.all(calls) : Promise.resolve();
      void rest.then(close).catch(onTrouble);
    },
    lingers: () => retired && calls.size > 0,
    close,
  };
}

const ToolPage = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

/** Page by page, and unchecked, so that one tool which is not right costs none of the others. */
async function listTools(client: Client, signal: AbortSignal): Promise<readonly unknown[]> {
  if (client.getServerCapabilities()?.tools === undefined) return [];
  const tools: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < LIMITS.pages && tools.length < LIMITS.tools; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const options = { signal, timeout: LIMITS.connectMs };
    const answer = await client.request({ method: 'tools/list', params }, ToolPage, options);
    tools.push(...answer.tools);
    cursor = answer.nextCursor;
    if (cursor === undefined) break;
  }
  return tools.slice(0, LIMITS.tools);
}

/** The schema of the answer is left out for the library: we judge it, after the call and not instead of it. */
function callTool(client: Client, { tool, input, timeoutMs, signal }: ServerCall) {
  const { outputSchema: _judgedByUs, ...toolDefinition } = tool;
  // The pipeline ends a call in time; this is only for what it has left behind.
  const timeout = timeoutMs + 5_000;
  return client.callTool(
    { name: tool.name, arguments: input },
    { toolDefinition, signal, timeout },
  );
}

/** In the newer protocol news come over a stream of its own, which ends now and then: it is opened again. */
async function keepListening(client: Client, deps: ConnectDeps, ended: AbortSignal): Promise<void> {
  let subscription = client.autoOpenedSubscription;
  let failures = 0;
  while (subscription !== undefined) {
    const how = await subscription.closed;
    if (how === 'local' || ended.aborted) return;
    await deps.clock.sleep(backoffMs(failures, deps.random), ended).catch(() => undefined);
    if (ended.aborted) return;
    failures += 1;
    const again = await client.listen({ toolsListChanged: true }).catch(() => undefined);
    if (again !== undefined) [subscription, failures] = [again, 0];
    deps.onToolsChanged();
  }
}
