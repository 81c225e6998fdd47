import type { ApprovalGate } from '../approvals/approval-gate.ts';
import type { InboundBus } from '../bus/inbound.ts';
import type { OutboundBus } from '../bus/outbound.ts';
import type { RunEvents } from '../bus/run-events.ts';
import type { ModelRouter } from '../models/router-contract.ts';
import type { ToolPipeline, ToolReport } from '../tools/pipeline-contract.ts';
import type { AttachedChats } from './attached-chats.ts';
import type { DirectCall } from './direct-call.ts';
import type { DirectCalls } from './direct-calls.ts';
import { listTools, type ToolFacts } from './list-tools.ts';
import type { Mcp } from './open-mcp.ts';
import { createOwnerDoor, type DoorDeps } from './owner-door.ts';
import type { RuntimeClient, RuntimeStatus } from './runtime-client.ts';
import type { SettingsInForce } from './settings-in-force.ts';

export interface ClientDeps extends DoorDeps {
  readonly inbound: InboundBus;
  readonly outbound: OutboundBus;
  readonly gate: ApprovalGate;
  readonly router: ModelRouter;
  readonly events: RunEvents;
  readonly chats: AttachedChats;
  readonly directCalls: DirectCalls;
  readonly pipeline: ToolPipeline;
  readonly mcp: Mcp;
  /** JSON Schema and declaration of each registered tool. */
  describeTool(name: string): ToolFacts | undefined;
  /** Ends what a conversation has running in the background. */
  endProcesses(sessionKey: string): Promise<void>;
  /** See `TurnEngine.stop`. */
  stop(sessionKey: string, inboundId?: string): Promise<boolean>;
  status(): Promise<RuntimeStatus>;
  /** See `settingsInForce`. */
  settings(paths: readonly string[]): SettingsInForce;
  close(): Promise<void>;
}

/** The runtime's own client: what the socket serves, and what a command line in the same process uses. */
export interface LocalClient extends RuntimeClient {
  /** Cancelled also when `signal` aborts. */
  callTool(call: DirectCall, signal?: AbortSignal): Promise<ToolReport>;
}

export function createClient(deps: ClientDeps): LocalClient {
  const { storage, inbound, gate, router, events, chats, owner, mcp } = deps;

  return {
    submit: createOwnerDoor(deps),

    subscribe: async (sessionKey, listener) => events.subscribe(sessionKey, listener),

    async attach(chatId, deliver) {
      const leave = chats.attach(chatId, deliver);
      await deps.outbound.retryChat(`cli:${chatId}`);
      return leave;
    },

    decide: (decision) => gate.decide({ ...decision, by: owner }),

    async answer(turnId, id, answer) {
      const given = { by: 'person', answer } as const;
      await storage.commit([{ op: 'answer-clarification', turnId, id, answer: given }]);
      inbound.wake();
    },

    stop: (sessionKey, inboundId) => deps.stop(sessionKey, inboundId),

    approvals: (sessionKey) => gate.pending(sessionKey === undefined ? {} : { sessionKey }),

    async tools(asked = {}) {
      await mcp.views();
      return listTools(deps, asked);
    },

    async describeTool(name) {
      await mcp.ready(name);
      return deps.describeTool(name);
    },

    async callTool(call, signal) {
      await mcp.ready(call.name);
      return deps.directCalls.call(call, signal);
    },

    mcpServers: () => mcp.views(),
    agreeToMcpTools: ({ server, tools }) => mcp.agree(server, tools),
    hurryMcpServer: async (server) => mcp.hurry(server),

    models: async () => router.states(),

    async deleteSession(sessionKey) {
      await storage.commit([{ op: 'delete-session', sessionKey }]);
      await deps.endProcesses(sessionKey);
    },

    backup: (path) => storage.backup(path),

    status: () => deps.status(),

    settings: async (paths) => deps.settings(paths),

    lost: new Promise(() => undefined),

    close: () => deps.close(),
  };
}
