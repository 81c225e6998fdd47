import type { McpServerSettings } from '../../config/schema.ts';
import type { Connection, Sdk } from '../connection/connect.ts';
import type { QuietLog } from '../connection/quiet-log.ts';
import { explainFailure } from '../tools/call-failure.ts';
import { asMcpTool } from '../tools/read-tool.ts';
import type { ToolCall, ToToolDeps } from '../tools/to-tool.ts';

export interface CallerDeps {
  readonly name: string;
  readonly settings: Pick<McpServerSettings, 'timeout'>;
  readonly noise: QuietLog;
  loadSdk(): Promise<Sdk>;
  /** The one that is open now. */
  connection(): Connection | undefined;
}

/** Calls tools over whatever connection is open; one that turned out to be of no use is ended, to be made anew. */
export function createCaller(deps: CallerDeps): Pick<ToToolDeps, 'call'> {
  const { name, settings, noise } = deps;
  return {
    async call({ tool, input, isPure, signal }: ToolCall) {
      const connection = deps.connection();
      if (connection === undefined) {
        const error = `The MCP server ${name} is not connected now.`;
        return { failure: { success: false, error, retryable: true } };
      }
      const timeoutMs = settings.timeout;
      try {
        const call = { tool: asMcpTool(tool), input, timeoutMs, signal };
        return { answer: await connection.callTool(call) };
      } catch (thrown) {
        if (signal.aborted) throw signal.reason;
        const sdk = await deps.loadSdk();
        const { result, lost } = explainFailure(thrown, { server: name, isPure }, sdk);
        noise.say('A call failed.', String(thrown));
        if (lost) void connection.close().catch(() => undefined);
        return { failure: result };
      }
    },
  };
}
