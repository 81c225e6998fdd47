import type { z } from 'zod';
import type { Commands } from '../agent/commands.ts';
import type { Clock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import type { IdSource } from '../base/ids.ts';
import type { InboundBus } from '../bus/inbound.ts';
import { translate } from '../protocol/catalogue.ts';
import type { ContentBlock } from '../protocol/content.ts';
import { type InboundEvent, sessionKeyOf } from '../protocol/event.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import type { BroughtArtifact } from '../storage/inbox-store.ts';
import type { ArtifactRecord, ReceiptRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { createCommandLedger } from './command-ledger.ts';
import type { Attachment, Submission, SubmitResult } from './runtime-client.ts';
import { SubmissionParams } from './socket/methods.ts';

export interface DoorDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly inbound: InboundBus;
  readonly commands: Commands;
  /** Principal of everything that comes in here. */
  readonly owner: string;
}

/** The door of the owner's command line: proves who speaks, gives the trace id, and stores before it acknowledges. */
export function createOwnerDoor(deps: DoorDeps): (submission: Submission) => Promise<SubmitResult> {
  const answerOnce = createCommandLedger(deps);

  return async (submission) => {
    const { id, chatId, text, language, canAsk, assumeYes } = parse(submission);
    const address = { channel: 'cli', accountId: 'default', chatId } as const;
    const sessionKey = sessionKeyOf(address);
    if (deps.commands.isCommand(text)) {
      const call = { sessionKey, address, principal: deps.owner, language, canAsk, assumeYes };
      return { outcome: 'command', ...(await answerOnce({ id, text, call })) };
    }
    return accept(deps, submission, { address, sessionKey, traceId: deps.ids.next('trace') });
  };
}

type Door = Pick<InboundEvent, 'address' | 'sessionKey' | 'traceId'>;

async function accept(deps: DoorDeps, submission: Submission, door: Door): Promise<SubmitResult> {
  const { sessionKey, traceId } = door;
  const note = (outcome: ReceiptRecord['outcome'], reason: string) =>
    noteReceipt(deps, { traceId, sessionKey, channel: 'cli', outcome, reason });

  const attachments = (submission.attachments ?? []).map((each) =>
    toArtifact(deps, sessionKey, each),
  );
  const event = toEvent(deps, submission, { ...door, attachments });
  const result = await deps.inbound.accept(event, attachments);
  if (result.outcome === 'full') {
    await note('busy', result.limit);
    return { outcome: 'busy', text: translate(submission.language, 'error.busy') };
  }
  if (result.outcome === 'duplicate') await note('duplicate', event.id);
  const { event: first } = result.record;
  return {
    outcome: result.outcome,
    inboundId: first.id,
    traceId: first.traceId,
    sessionKey: first.sessionKey,
  };
}

function parse(submission: Submission) {
  const parsed = SubmissionParams.safeParse(submission);
  if (parsed.success) return parsed.data;
  throw new AgentError('invalid_input', 'The submission is not valid.', {
    messageId: 'app.bad_submission',
    values: { field: fieldOf(parsed.error.issues[0]) },
    cause: parsed.error,
  });
}

/** What nobody knows here has no path, but a name. */
function fieldOf(issue: z.core.$ZodIssue | undefined): string {
  return issue?.code === 'unrecognized_keys'
    ? issue.keys.join(', ')
    : (issue?.path.join('.') ?? '');
}

function toEvent(
  deps: DoorDeps,
  submission: Submission,
  { attachments, ...door }: Door & { readonly attachments: readonly BroughtArtifact[] },
): InboundEvent {
  const { id, text, language, canAsk, assumeYes } = submission;
  const origin = trustedOrigin('user');
  const said: ContentBlock[] = text === '' ? [] : [{ type: 'text', text, origin }];
  return {
    id: `cli:${id ?? deps.ids.next('in')}`,
    ...door,
    principal: deps.owner,
    content: [...said, ...attachments.map(({ artifact }) => toBlock(artifact))],
    language,
    receivedAt: deps.clock.now(),
    unattended: false,
    cronAuthorized: false,
    canAsk,
    assumeYes,
  };
}

function toArtifact(
  { clock, ids }: DoorDeps,
  sessionKey: string,
  { name, mediaType, base64 }: Attachment,
): BroughtArtifact {
  const content = Buffer.from(base64, 'base64');
  const bytes = content.byteLength;
  const names = { id: ids.next('art'), sessionKey, name, mediaType };
  return { artifact: { ...names, kind: 'attachment', bytes, createdAt: clock.now() }, content };
}

function toBlock({ id, mediaType, name }: ArtifactRecord): ContentBlock {
  return {
    type: mediaType.startsWith('image/') ? 'image' : 'file',
    mediaType,
    ...(name !== undefined && { name }),
    source: { kind: 'artifact', artifactId: id },
    origin: trustedOrigin('user'),
  };
}

async function noteReceipt(
  { storage, clock }: DoorDeps,
  receipt: Omit<ReceiptRecord, 'at'>,
): Promise<void> {
  await storage.commit([{ op: 'put-receipt', receipt: { ...receipt, at: clock.now() } }]);
}
