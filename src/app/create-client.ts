import type { ApprovalGate } from '../approvals/approval-gate.ts';
import { AgentError } from '../base/errors.ts';
import type { InboundBus } from '../bus/inbound.ts';
import type { OutboundBus } from '../bus/outbound.ts';
import type { RunEvents } from '../bus/run-events.ts';
import type { ModelRouter } from '../models/router-contract.ts';
import type { AttachedChats } from './attached-chats.ts';
import { callDirectly, type DirectCallDeps, directCaller } from './direct-call.ts';
import { type DoorDeps, submit } from './owner-door.ts';
import type { RuntimeClient, RuntimeStatus } from './runtime-client.ts';
import type { SettingsInForce } from './settings-in-force.ts';

export interface ClientDeps extends DoorDeps, DirectCallDeps {
  readonly inbound: InboundBus;
  readonly outbound: OutboundBus;
  readonly gate: ApprovalGate;
  readonly router: ModelRouter;
  readonly events: RunEvents;
  readonly chats: AttachedChats;
  /** JSON Schema and declaration of each registered tool. */
  describeTool(name: string): Readonly<Record<string, unknown>> | undefined;
  /** See `TurnEngine.stop`. */
  stop(sessionKey: string): Promise<boolean>;
  status(): Promise<RuntimeStatus>;
  /** See `settingsInForce`. */
  settings(paths: readonly string[]): SettingsInForce;
  close(): Promise<void>;
}

/** The runtime's own client: what the socket serves, and what a command line in the same process uses. */
export function createClient(deps: ClientDeps): RuntimeClient {
  const { storage, inbound, gate, router, events, chats, owner } = deps;

  return {
    submit: (submission) => submit(deps, submission),

    subscribe: async (sessionKey, listener) => events.subscribe(sessionKey, listener),

    async attach(chatId, deliver) {
      const leave = chats.attach(chatId, deliver);
      await deps.outbound.retryChat(`cli:${chatId}`);
      return leave;
    },

    decide: (decision) => gate.decide({ ...decision, by: owner }),

    async answer(turnId, id, answer) {
      await storage.commit([{ op: 'answer-clarification', turnId, id, answer }]);
      inbound.wake();
    },

    stop: (sessionKey) => deps.stop(sessionKey),

    approvals: (sessionKey) => gate.pending(sessionKey === undefined ? {} : { sessionKey }),

    async tools() {
      const views = await deps.pipeline.views(directCaller(owner, false));
      return views.map((view) => ({
        ...view,
        description: String(deps.describeTool(view.name)?.['description'] ?? ''),
      }));
    },

    describeTool: async (name) => deps.describeTool(name),

    callTool: (call) => callDirectly(deps, call),

    models: async () => router.states(),

    async deleteSession(sessionKey) {
      if ((await storage.turns.open(sessionKey)) !== undefined) {
        throw new AgentError('conflict', `${sessionKey} has an open turn.`, {
          messageId: 'app.session_busy',
        });
      }
      await storage.commit([{ op: 'delete-session', sessionKey }]);
    },

    backup: (path) => storage.backup(path),

    status: () => deps.status(),

    settings: async (paths) => deps.settings(paths),

    lost: new Promise(() => undefined),

    close: () => deps.close(),
  };
}
