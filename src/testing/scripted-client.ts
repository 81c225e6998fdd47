import type {
  RuntimeClient,
  RuntimeStatus,
  Submission,
  SubmitResult,
} from '../app/runtime-client.ts';
import { AgentError } from '../base/errors.ts';
import type { Approval } from '../protocol/approval.ts';
import type { OutboundEvent, OutboundKind } from '../protocol/event.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import type { RunEvent } from '../protocol/run-event.ts';
import { NO_USAGE } from '../protocol/usage.ts';

type WithoutFrame<Event> = Event extends RunEvent
  ? Omit<Event, 'sessionKey' | 'traceId' | 'turnId' | 'inboundId' | 'at'>
  : never;

/** What a script can do while it plays the turn of one message. */
export interface Stage {
  readonly inboundId: string;
  readonly submission: Submission;
  emit(event: WithoutFrame<RunEvent>): void;
  /** Announces and delivers the reply, and ends the turn. */
  end(text: string, rest?: Partial<Extract<RunEvent, { type: 'turn-end' }>>): Promise<void>;
  deliver(text: string, rest?: Partial<OutboundEvent>): Promise<void>;
}

export type Script = (stage: Stage) => Promise<void> | void;

export interface ScriptedClient {
  readonly client: RuntimeClient;
  readonly submissions: Submission[];
  readonly decisions: Parameters<RuntimeClient['decide']>[0][];
  readonly answers: string[];
  readonly stops: string[];
  /** Resolves when every script that was begun has ended. */
  settled(): Promise<void>;
  /** As if something happened in a turn that nobody here began. */
  emit(chatId: string, event: WithoutFrame<RunEvent>, inboundId?: string): void;
  deliver(chatId: string, text: string, rest?: Partial<OutboundEvent>): Promise<void>;
}

const SCRIPTED_STATUS: RuntimeStatus = {
  version: '9.9.9',
  pid: 4242,
  startedAt: 0,
  dataDir: '/data',
  workspace: '/home/me/work',
  model: 'test/model',
  modelReason: 'route chat',
  runningTurns: 0,
  queuedMessages: 0,
  waitingTurns: 0,
  pendingDeliveries: 0,
  unknownDeliveries: [],
  problems: [],
  tools: { ready: 8, hidden: 0, notReady: [], rejected: [], unknownNames: [] },
  plugins: { loaded: [], problems: [] },
};

export interface ScriptedClientOptions {
  /** Plays the turn of each message. */
  readonly script?: Script;
  /** What the door says, for what becomes no turn. */
  door?(submission: Submission): SubmitResult | undefined;
  readonly overrides?: Partial<RuntimeClient>;
}

/** A runtime client without a runtime: a script plays the turns. */
export function createScriptedClient(options: ScriptedClientOptions = {}): ScriptedClient {
  const { script = (stage: Stage) => stage.end('ok'), door, overrides } = options;
  const hub = createHub();
  const record = {
    submissions: [] as Submission[],
    decisions: [] as Parameters<RuntimeClient['decide']>[0][],
    answers: [] as string[],
    stops: [] as string[],
  };
  const playing = new Set<Promise<void>>();

  function play(submission: Submission, inboundId: string) {
    const played = Promise.resolve()
      .then(() => script(createStage(hub, submission, inboundId)))
      .finally(() => playing.delete(played));
    playing.add(played);
  }

  const client: RuntimeClient = {
    ...IDLE,
    subscribe: async (sessionKey, hear) => hub.subscribe(sessionKey, hear),
    attach: async (chatId, handle) => hub.attach(chatId, handle),
    async submit(submission) {
      const count = record.submissions.push(submission);
      const said = door?.(submission);
      if (said !== undefined) return said;
      const inboundId = `in_${count}`;
      play(submission, inboundId);
      const sessionKey = `cli:${submission.chatId}`;
      return { outcome: 'accepted', inboundId, traceId: 'trace_1', sessionKey };
    },
    async decide(decision) {
      record.decisions.push(decision);
      return {} as Approval;
    },
    answer: async (_turnId, _questionId, answer) => void record.answers.push(answer),
    async stop(sessionKey, inboundId) {
      record.stops.push(inboundId ?? sessionKey);
      return true;
    },
    ...overrides,
  };

  return {
    client,
    ...record,
    emit: hub.emit,
    deliver: hub.deliver,
    async settled() {
      while (playing.size > 0) await Promise.all(playing);
    },
  };
}

/** Everything that a script has no part in. */
const IDLE: Omit<RuntimeClient, 'submit' | 'subscribe' | 'attach' | 'decide' | 'answer' | 'stop'> =
  {
    approvals: async () => [],
    tools: async () => [],
    describeTool: async () => undefined,
    mcpServers: async () => [],
    agreeToMcpTools: () => Promise.reject(new AgentError('unavailable', 'Not scripted.')),
    hurryMcpServer: async () => undefined,
    callTool: () => Promise.reject(new AgentError('unavailable', 'Not scripted.')),
    models: async () => [],
    deleteSession: async () => undefined,
    backup: () => Promise.reject(new AgentError('unavailable', 'Not scripted.')),
    status: async () => SCRIPTED_STATUS,
    settings: async () => ({
      pid: SCRIPTED_STATUS.pid,
      workspace: '/nowhere/workspace',
      digests: {},
    }),
    lost: new Promise(() => undefined),
    close: async () => undefined,
  };

type Hub = ReturnType<typeof createHub>;

function createHub() {
  const listeners = new Set<{ sessionKey: string | undefined; hear(event: RunEvent): void }>();
  const chats = new Map<string, (event: OutboundEvent) => Promise<void>>();

  return {
    subscribe(sessionKey: string | undefined, hear: (event: RunEvent) => void) {
      const listener = { sessionKey, hear };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    attach(chatId: string, handle: (event: OutboundEvent) => Promise<void>) {
      chats.set(chatId, handle);
      return () => void chats.delete(chatId);
    },

    emit(chatId: string, event: WithoutFrame<RunEvent>, inboundId = 'in_0') {
      const sessionKey = `cli:${chatId}`;
      const turnId = inboundId.replace('in', 'turn');
      const frame = { sessionKey, traceId: 'trace_1', turnId, inboundId, at: 0 };
      for (const listener of listeners) {
        if (listener.sessionKey === sessionKey) listener.hear({ ...frame, ...event } as RunEvent);
      }
    },

    async deliver(chatId: string, text: string, rest: Partial<OutboundEvent> = {}) {
      await chats.get(chatId)?.(outbound(chatId, text, rest));
    },
  };
}

function createStage(hub: Hub, submission: Submission, inboundId: string): Stage {
  const { chatId } = submission;
  const deliver: Stage['deliver'] = (text, rest) =>
    hub.deliver(chatId, text, { replyTo: inboundId, ...rest });
  return {
    inboundId,
    submission,
    deliver,
    emit: (event) => hub.emit(chatId, event, inboundId),
    async end(text, rest) {
      hub.emit(chatId, { type: 'reply', text }, inboundId);
      hub.emit(chatId, { ...TURN_END, ...rest }, inboundId);
      await deliver(text);
    },
  };
}

const TURN_END: WithoutFrame<Extract<RunEvent, { type: 'turn-end' }>> = {
  type: 'turn-end',
  outcome: 'done',
  neededApproval: false,
  usage: NO_USAGE,
  modelCalls: 1,
  toolCalls: 0,
  durationMs: 1,
};

function outbound(chatId: string, text: string, rest: Partial<OutboundEvent>): OutboundEvent {
  const kind: OutboundKind = 'reply';
  return {
    id: `out_${text}`,
    traceId: 'trace_1',
    sessionKey: `cli:${chatId}`,
    address: { channel: 'cli', accountId: 'default', chatId },
    kind,
    content: [{ type: 'text', text, origin: trustedOrigin('model') }],
    createdAt: 0,
    expiresAt: 1,
    ...rest,
  };
}
