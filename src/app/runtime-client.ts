import type { McpServerView } from '../mcp/mcp-server-view.ts';
import type { ModelState } from '../models/router-contract.ts';
import type { Approval, ApprovalScope } from '../protocol/approval.ts';
import type { OutboundEvent } from '../protocol/event.ts';
import type { Language } from '../protocol/language.ts';
import type { RunEvent } from '../protocol/run-event.ts';
import type { Capability, IdempotencyClass, Risk } from '../protocol/tool-call.ts';
import type { BackupReport } from '../storage/storage.ts';
import type { ToolReport, ToolView } from '../tools/pipeline-contract.ts';
import type { ToolProfile } from '../tools/tool-profiles.ts';
import type { SettingsInForce } from './settings-in-force.ts';
import type { UnknownName } from './unknown-names.ts';

/** A file that travels with a message. */
export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly base64: string;
}

/** A message from the owner's command line. Its session is `cli:<chatId>`. */
export interface Submission {
  readonly chatId: string;
  /** Text that begins with `/` is a command and becomes no turn. */
  readonly text: string;
  readonly attachments?: readonly Attachment[] | undefined;
  /** The same id again is the same message. Given at random when absent. */
  readonly id?: string | undefined;
  readonly language: Language;
  /** Whether somebody sits there to answer questions. */
  readonly canAsk: boolean;
  readonly assumeYes: boolean;
}

export type SubmitResult =
  /** On disk: it will be answered, or end in a stated failure, whatever happens to this process. */
  | {
      readonly outcome: 'accepted' | 'duplicate';
      readonly inboundId: string;
      readonly traceId: string;
      readonly sessionKey: string;
    }
  /** Not taken; the text says so to the person. */
  | { readonly outcome: 'busy'; readonly text: string }
  /** Answered at once, whatever the session is doing. `chatId` is set when the chat goes on elsewhere. */
  | {
      readonly outcome: 'command';
      readonly text: string;
      readonly chatId?: string | undefined;
      /** Set by `/retry`: the message that was sent again. */
      readonly inboundId?: string | undefined;
    };

export interface RuntimeStatus {
  readonly version: string;
  readonly pid: number;
  readonly startedAt: number;
  readonly dataDir: string;
  readonly workspace: string;
  /** The model that a chat message would go to now, and why. */
  readonly model: string;
  readonly modelReason: string;
  readonly runningTurns: number;
  readonly queuedMessages: number;
  readonly waitingTurns: number;
  readonly pendingDeliveries: number;
  /** Deliveries of which nobody can say whether they arrived, newest first. */
  readonly unknownDeliveries: readonly { readonly id: string; readonly sessionKey: string }[];
  readonly problems: readonly string[];
  readonly tools: ToolsStatus;
  readonly plugins: PluginsStatus;
}

/** The modules that are loaded, and what was kept out and why, in the language of the configuration. */
export interface PluginsStatus {
  readonly loaded: readonly string[];
  readonly problems: readonly string[];
}

/** Which tools can be used on this machine now, by the owner on the command line. */
export interface ToolsStatus {
  /** Those that can be used and are shown. */
  readonly ready: number;
  /** Those that the rules hide, ready or not. */
  readonly hidden: number;
  readonly notReady: readonly {
    readonly name: string;
    readonly reason: string;
    /** Whether it would be shown to the owner if it were ready. */
    readonly wanted: boolean;
  }[];
  /** Those whose schema or name was refused. */
  readonly rejected: readonly { readonly name: string; readonly reason: string }[];
  /** What lists of the configuration name and no tool is called. */
  readonly unknownNames: readonly UnknownName[];
}

export interface ToolsQuestion {
  /** That of the principal when absent. */
  readonly channel?: string | undefined;
  readonly principal?: string | undefined;
  /** Instead of the configured one. */
  readonly profile?: ToolProfile | undefined;
}

export interface ListedTool extends ToolView {
  readonly description: string;
  /** False for what is switched off or was refused; `rule` and `reason` say why. */
  readonly registered: boolean;
  /** Of a registered tool. */
  readonly risk?: Risk;
  readonly capabilities?: readonly Capability[];
  readonly idempotency?: IdempotencyClass;
}

/**
 * The runtime as its owner's command line sees it: in this process, or over the socket of the one that holds
 * the data folder. Both behave alike. Failures are AgentErrors with the same codes.
 */
export interface RuntimeClient {
  submit(submission: Submission): Promise<SubmitResult>;
  /** Calls `listener` with the live events of a session (all sessions when undefined) until the returned function is called. */
  subscribe(
    sessionKey: string | undefined,
    listener: (event: RunEvent) => void,
  ): Promise<() => void>;
  /**
   * Takes the replies of a chat, those that waited first. A reply counts as sent when `deliver` resolves;
   * when nobody is attached it stays queued until it expires.
   */
  attach(chatId: string, deliver: (event: OutboundEvent) => Promise<void>): Promise<() => void>;
  decide(decision: {
    readonly id: string;
    readonly verdict: 'approved' | 'denied';
    readonly scope: ApprovalScope;
    readonly comment?: string | undefined;
  }): Promise<Approval>;
  /** Answers the question of a waiting turn. */
  answer(turnId: string, questionId: string, answer: string): Promise<void>;
  /** Ends the open turn of a session, or only that of one message, begun or not; false when there is none. */
  stop(sessionKey: string, inboundId?: string): Promise<boolean>;
  approvals(sessionKey?: string): Promise<readonly Approval[]>;
  /** Every tool there is or could be, as the owner sees it on the command line, or as somebody else does. */
  tools(asked?: ToolsQuestion): Promise<readonly ListedTool[]>;
  /** JSON Schema and declaration of one tool; undefined when there is none of that name. */
  describeTool(name: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Through the whole pipeline, as the owner. Cancelled when this client closes or its connection ends. */
  callTool(call: {
    readonly name: string;
    readonly argumentsText: string;
    readonly assumeYes: boolean;
    /** In whose name; the owner's when absent. Only the owner's yes is assumed. */
    readonly principal?: string | undefined;
  }): Promise<ToolReport>;
  /** Each server of the configuration, once it has been tried. */
  mcpServers(): Promise<readonly McpServerView[]>;
  /** Agrees to tools of a server as they were shown, by their hashes; others stay as they were. */
  agreeToMcpTools(agreed: {
    readonly server: string;
    readonly tools: Readonly<Record<string, string>>;
  }): Promise<McpServerView>;
  /** Connects a server at once, as after a sign-in. */
  hurryMcpServer(server: string): Promise<void>;
  models(): Promise<readonly ModelState[]>;
  deleteSession(sessionKey: string): Promise<void>;
  backup(path: string): Promise<BackupReport>;
  status(): Promise<RuntimeStatus>;
  /** What the runtime works with, and its values at these configuration paths. */
  settings(paths: readonly string[]): Promise<SettingsInForce>;
  /** Resolves when the runtime can no longer be reached; never while it runs in this process. */
  readonly lost: Promise<void>;
  /** Ends the connection, or the runtime if it runs in this process: running turns stop at a safe point and go on at the next start. */
  close(): Promise<void>;
}
