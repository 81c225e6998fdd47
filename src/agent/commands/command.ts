import type { ApprovalGate } from '../../approvals/approval-gate.ts';
import type { Clock } from '../../base/clock.ts';
import type { IdSource } from '../../base/ids.ts';
import type { Config } from '../../config/schema.ts';
import type { ModelRouter } from '../../models/router-contract.ts';
import type { MessageId } from '../../protocol/catalogue.ts';
import type { ChatAddress, InboundEvent } from '../../protocol/event.ts';
import type { Language } from '../../protocol/language.ts';
import type { AcceptResult } from '../../storage/inbox-store.ts';
import type { FileChangeRecord } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';

export interface CommandDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly gate: ApprovalGate;
  readonly router: ModelRouter;
  readonly config: Pick<Config, 'agent'>;
  isOwner(principal: string): boolean;
  /** See `TurnEngine.stop`. */
  stop(sessionKey: string): Promise<boolean>;
  /** Puts a message through the door again, under a new id. */
  accept(event: InboundEvent): Promise<AcceptResult>;
  /** Restores the bytes before a change, or removes a file that was not there; false when somebody changed it since. */
  undoFileChange(change: FileChangeRecord, before: Uint8Array | undefined): Promise<boolean>;
}

/** Who gives a command, and where. */
export interface CommandCall {
  readonly sessionKey: string;
  readonly address: ChatAddress;
  readonly principal: string;
  readonly language: Language;
  /** As `InboundEvent` has them of a message by the same door. */
  readonly canAsk: boolean;
  readonly assumeYes: boolean;
  /** What follows the name. */
  readonly argument: string;
}

export interface CommandReply {
  readonly text: string;
  /** Set when the chat goes on under another name. */
  readonly chatId?: string;
  /** The message that was put through the door again. */
  readonly inboundId?: string;
}

export interface Command {
  /** Without the slash. */
  readonly name: string;
  /** Catalogue text: arguments and what it does, in one line. */
  readonly help: MessageId;
  run(deps: CommandDeps, call: CommandCall): Promise<CommandReply>;
}
