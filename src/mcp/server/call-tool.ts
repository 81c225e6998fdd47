import type { McpServerSettings } from '../../config/schema.ts';
import type { Connection, Sdk } from '../connection/connect.ts';
import type { QuietLog } from '../connection/quiet-log.ts';
import { explainFailure, isSessionGone } from '../tools/call-failure.ts';
import { asMcpTool } from '../tools/read-tool.ts';
import type { ToolCall, ToToolDeps } from '../tools/to-tool.ts';

export interface CallerDeps {
  readonly name: string;
  readonly settings: Pick<McpServerSettings, 'timeout'>;
  readonly noise: QuietLog;
  loadSdk(): Promise<Sdk>;
  /** The one that is open now. */
  connection(): Connection | undefined;
  /** Ends this one and makes another at once; undefined when that takes too long or `signal` aborts. */
  renew(connection: Connection, signal: AbortSignal): Promise<Connection | undefined>;
}

type Called = Awaited<ReturnType<ToToolDeps['call']>>;

/** Calls tools over whatever connection is open; one that turned out to be of no use is ended, to be made anew. */
export function createCaller(deps: CallerDeps): Pick<ToToolDeps, 'call'> {
  const { name, settings, noise } = deps;

  const over = (connection: Connection, { tool, input, signal }: ToolCall) =>
    connection
      .callTool({ tool: asMcpTool(tool), input, timeoutMs: settings.timeout, signal })
      .then((answer) => ({ answer }));

  /** In the next session, since the server has not taken the call in this one. */
  async function again(old: Connection, call: ToolCall, thrown: unknown): Promise<Called> {
    const next = await deps.renew(old, call.signal);
    if (next === undefined) throw thrown;
    return over(next, call);
  }

  async function explain(connection: Connection, call: ToolCall, thrown: unknown): Promise<Called> {
    if (call.signal.aborted) throw call.signal.reason;
    const sdk = await deps.loadSdk();
    noise.say('A call failed.', String(thrown));
    const failed = { server: name, isPure: call.isPure };
    const { result, lost } = explainFailure(thrown, failed, sdk);
    if (lost) connection.retire();
    return { failure: result };
  }

  return {
    async call(call) {
      const connection = deps.connection();
      if (connection === undefined) {
        const error = `The MCP server ${name} is not connected now.`;
        return { failure: { success: false, error, retryable: true } };
      }
      const { loadSdk } = deps;
      return over(connection, call)
        .catch(async (thrown: unknown) => {
          const isGone = isSessionGone(thrown, await loadSdk()) && !call.signal.aborted;
          return isGone ? again(connection, call, thrown) : Promise.reject(thrown);
        })
        .catch((thrown: unknown) => explain(connection, call, thrown));
    },
  };
}
