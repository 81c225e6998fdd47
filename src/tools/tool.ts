import type { z } from 'zod';
import type { JsonObject } from '../base/json.ts';
import type { Origin } from '../protocol/origin.ts';
import type { TodoItem } from '../protocol/session.ts';
import type { Capability, GuardDecision, IdempotencyClass, Risk } from '../protocol/tool-call.ts';
import type { Clarification } from '../protocol/turn.ts';
import type { FileChangeRecord } from '../storage/records.ts';

/** What a session remembers for its tools; every change is durable before it resolves. */
export interface ToolMemory {
  /** SHA-256 (hex) of the content of `path` that this session last read or wrote. */
  fileView(path: string): Promise<string | undefined>;
  noteFileView(path: string, hash: string): Promise<void>;
  /**
   * Keeps the bytes before a change so that `undo` can restore them. Call it before the change; the change
   * is only recorded when this has resolved.
   */
  noteFileChange(change: FileChange): Promise<void>;
  /** The changes that this very call has noted, in an earlier process too. None noted means none was made. */
  notedFileChanges(): Promise<readonly FileChange[]>;
  todos(): Promise<readonly TodoItem[]>;
  putTodos(items: readonly TodoItem[]): Promise<void>;
  /** An artifact of this session; undefined when there is none of this id. */
  readArtifact(id: string): Promise<StoredText | undefined>;
}

/** A text that was kept whole, or since when it is no longer kept. */
export type StoredText =
  | {
      readonly text: string;
      /** Whose words it holds, where that is known. */
      readonly origin?: Origin;
    }
  | { readonly expiredAt: number };

export interface FileChange extends Pick<FileChangeRecord, 'path' | 'beforeMode' | 'afterHash'> {
  /** Absent when the file did not exist. */
  readonly before?: Uint8Array;
}

/** Who asked, in which turn, under which key: the only way by which these reach a tool. Frozen. */
export interface ToolExecutionContext {
  readonly executionId: string;
  readonly traceId: string;
  readonly sessionKey: string;
  readonly principal: string;
  readonly agentId: string;
  /** 0 for the first try. */
  readonly attemptIndex: number;
  readonly idempotencyKey: string;
  /** Whether a dead process may have begun this call before. */
  readonly isReplay: boolean;
  readonly parentExecutionId?: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly approvedActions: ReadonlySet<string>;
  /** Tools that a worker is held to; absent means no restriction, empty means none. */
  readonly allowedTools?: ReadonlySet<string>;
  /** Absolute path of the folder in which the tools work. */
  readonly workspace: string;
  readonly memory: ToolMemory;
  /** Wall clock in milliseconds. */
  now(): number;
  /** How its `question` was settled, for a tool that asked one; only `by: 'person'` was said by somebody. */
  readonly clarification?: Clarification;
  readonly signal: AbortSignal;
}

/** Facts for the journal, the audit and later stages (paths, counts, exit code); never shown to the model. */
export type ToolMetadata = Readonly<Record<string, unknown>>;

/** What the model reads next: `output` when it worked, `error` with a next step when it did not. */
export type ToolResult =
  | {
      readonly success: true;
      readonly output: string;
      /** The whole text, where `output` is the tool's own shortened form of it; kept as the artifact instead. */
      readonly full?: string;
      readonly metadata?: ToolMetadata;
      /** Set when the text is not the owner's; the default is trusted workspace content. */
      readonly origin?: Origin;
    }
  | {
      readonly success: false;
      readonly error: string;
      /** The whole text, where `error` is the tool's own shortened form of it; kept as the artifact instead. */
      readonly full?: string;
      readonly metadata?: ToolMetadata;
      readonly origin?: Origin;
      /**
       * `timeout` when the tool's own work ran out of time; `unknown` when nobody can say whether it took effect, as
       * with a server that was lost before it answered; `error` by default.
       */
      readonly outcome?: 'error' | 'timeout' | 'unknown';
      /** Whether trying the same again can help; only then do retries apply. */
      readonly retryable?: boolean;
    };

/** A tool that needs the person: the pipeline parks the turn and calls again with `clarification`. */
export type ToolQuestion = {
  readonly question: string;
  readonly choices?: readonly string[];
  readonly timeoutMs: number;
  /** The answer assumed when nobody answers in time. */
  readonly defaultAnswer?: string;
};

/** What the guard may look at beside the arguments. */
export interface GuardContext {
  readonly workspace: string;
  readonly networkPolicy: 'deny' | 'restricted' | 'allow';
  readonly memory: ToolMemory;
}

/**
 * A declared, constrained, observable entry to a capability. Everything but `execute` is read by the
 * pipeline before anything runs.
 */
export interface Tool<Input = unknown> {
  /** snake_case, at most 64 characters, unique: the name that the model calls. */
  readonly name: string;
  /** Other names by which it may be called, under the same policy. */
  readonly aliases?: readonly string[];
  readonly title: string;
  /** Written for the model: when to use it, and what it does not do. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** The schema that models are shown, where it is not made from `input`; see `foreignInput`. */
  readonly parameters?: JsonObject;
  /** None declared means: writes, and may reach the network. */
  readonly capabilities: readonly Capability[];
  /** `write` by default; the built-in table and the guard can only make it stricter. */
  readonly riskLevel?: Risk;
  readonly idempotency: IdempotencyClass;
  /**
   * The promise that everything it changes are files of the workspace, each kept by `memory.noteFileChange` before it is
   * changed, so that `/undo` can take the call back. Only then does a write run without a question. False by default.
   */
  readonly undoable?: boolean;
  /**
   * Whether neighbouring calls of this tool may run side by side although they may change something: none minds what the
   * others do meanwhile. False by default; calls that change nothing do so in any case.
   */
  readonly parallel?: boolean;
  /** 30 s by default. */
  readonly timeoutMs?: number;
  /** 0 by default; honoured for `pure` and `idempotent` tools only. */
  readonly maxRetries?: number;
  /** Names of the keys that it needs; no other key of the configuration reaches it. */
  readonly credentials?: readonly string[];
  /**
   * For tools with `message.send`: whether this message stays in the chat that asks for it. One that does not tell is taken
   * to write to anybody. Must be quick; whatever it throws counts as `others`.
   */
  addressees?(input: Input, from: { readonly sessionKey: string }): 'own_chat' | 'others';
  /**
   * What this very call needs, where that is less than the whole tool: guard, risk, repetition and records go by it.
   * Undefined for all of it. What names other capabilities or none counts as the whole. Must be quick.
   */
  narrow?(input: Input): ToolPart | undefined;
  /** One line that tells a person what this call will do. */
  summarize(input: Input): string;
  /** Facts that only this tool can know about its arguments, such as "this overwrites an unread file". */
  guard?(input: Input, context: GuardContext): Promise<GuardDecision>;
  /** Whether the call can work on this machine now. */
  readiness?(): Promise<
    { readonly ready: true } | { readonly ready: false; readonly reason: string }
  >;
  /** What a person must be asked before `execute`; undefined when nothing. */
  question?(input: Input): ToolQuestion | undefined;
  /** For `verifiable` tools: whether a call that may have begun before a crash has taken effect. */
  verify?(
    input: Input,
    context: ToolExecutionContext,
  ): Promise<
    | { readonly state: 'done'; readonly result: ToolResult }
    | { readonly state: 'not_done' | 'unknown' }
  >;
  /**
   * Called with valid input, after policy, guard and approval have all said yes. May throw: the pipeline
   * makes it an `error`. Needs no handling of aborts beyond passing `signal` on.
   */
  execute(input: Input, context: ToolExecutionContext): Promise<ToolResult>;
}

/** Part of what a tool can do. */
export interface ToolPart {
  readonly capabilities: readonly Capability[];
  readonly riskLevel: Risk;
  readonly idempotency: IdempotencyClass;
}

/** Types `execute` from `input`; does nothing else. */
export function defineTool<Input>(tool: Tool<Input>): Tool<Input> {
  return tool;
}
