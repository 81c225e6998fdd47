import type { Commands } from '../agent/commands.ts';
import type { Clock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import type { IdSource } from '../base/ids.ts';
import type { InboundBus } from '../bus/inbound.ts';
import { translate } from '../protocol/catalogue.ts';
import type { ContentBlock } from '../protocol/content.ts';
import { type InboundEvent, sessionKeyOf } from '../protocol/event.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import type { ReceiptRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import type { Submission, SubmitResult } from './runtime-client.ts';
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
export async function submit(deps: DoorDeps, submission: Submission): Promise<SubmitResult> {
  const { chatId, text, language, canAsk, assumeYes } = parse(submission);
  const address = { channel: 'cli', accountId: 'default', chatId } as const;
  const sessionKey = sessionKeyOf(address);
  const traceId = deps.ids.next('trace');
  const note = (outcome: ReceiptRecord['outcome'], reason: string) =>
    noteReceipt(deps, { traceId, sessionKey, channel: 'cli', outcome, reason });

  const call = { sessionKey, address, principal: deps.owner, language, canAsk, assumeYes };
  const reply = await deps.commands.answer(text, call);
  if (reply !== undefined) {
    await note('command', text.trim().split(/\s/u)[0] ?? '');
    return { outcome: 'command', ...reply };
  }

  const event = await toEvent(deps, submission, { address, sessionKey, traceId });
  const result = await deps.inbound.accept(event);
  if (result.outcome === 'full') {
    await note('busy', result.limit);
    return { outcome: 'busy', text: translate(language, 'error.busy') };
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
    values: { field: parsed.error.issues[0]?.path.join('.') ?? '' },
    cause: parsed.error,
  });
}

async function toEvent(
  deps: DoorDeps,
  submission: Submission,
  { address, sessionKey, traceId }: Pick<InboundEvent, 'address' | 'sessionKey' | 'traceId'>,
): Promise<InboundEvent> {
  const { id, text, language, canAsk, assumeYes } = submission;
  const origin = trustedOrigin('user');
  const media = await keepAttachments(deps, sessionKey, submission.attachments ?? []);
  const said: ContentBlock[] = text === '' ? [] : [{ type: 'text', text, origin }];
  return {
    id: `cli:${id ?? deps.ids.next('in')}`,
    traceId,
    sessionKey,
    address,
    principal: deps.owner,
    content: [...said, ...media],
    language,
    receivedAt: deps.clock.now(),
    unattended: false,
    cronAuthorized: false,
    canAsk,
    assumeYes,
  };
}

/** Attachments are on disk before the message that speaks of them. */
async function keepAttachments(
  { storage, clock, ids }: DoorDeps,
  sessionKey: string,
  attachments: NonNullable<Submission['attachments']>,
): Promise<ContentBlock[]> {
  const kept = attachments.map(({ name, mediaType, base64 }) => {
    const content = Buffer.from(base64, 'base64');
    const artifact = {
      id: ids.next('art'),
      sessionKey,
      kind: 'attachment',
      mediaType,
      name,
      bytes: content.byteLength,
      createdAt: clock.now(),
    } as const;
    return { op: 'put-artifact', artifact, content } as const;
  });
  if (kept.length > 0) await storage.commit(kept);
  return kept.map(({ artifact: { id, mediaType, name } }) => ({
    type: mediaType.startsWith('image/') ? 'image' : 'file',
    mediaType,
    name,
    source: { kind: 'artifact', artifactId: id },
    origin: trustedOrigin('user'),
  }));
}

async function noteReceipt(
  { storage, clock }: DoorDeps,
  receipt: Omit<ReceiptRecord, 'at'>,
): Promise<void> {
  await storage.commit([{ op: 'put-receipt', receipt: { ...receipt, at: clock.now() } }]);
}
