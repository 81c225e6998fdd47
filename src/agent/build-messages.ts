import type { ModelMessage } from '../models/model-provider.ts';
import type { ContentBlock } from '../protocol/content.ts';
import type { Message } from '../protocol/message.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import type { Storage } from '../storage/storage.ts';
import { estimateMessageTokens } from './context/estimate.ts';
import { fitTurn } from './context/fit-turn.ts';
import type { TimeHeader } from './context/time-header.ts';
import { type TimedMessage, toModelMessages } from './context/to-model-messages.ts';
import type { TurnContext } from './context-step.ts';

export interface BuildMessagesOptions {
  readonly storage: Storage;
  readonly context: TurnContext;
  /** This turn's own messages, the person's first. */
  readonly own: readonly Message[];
  readonly receivedAt: number;
  readonly timeHeader: TimeHeader;
  /** Share of the window that a prompt may fill. */
  readonly fillShare: number;
}

/** The messages of one model call: history, with the digest where something was cut, then this turn. */
export async function buildMessages(options: BuildMessagesOptions): Promise<ModelMessage[]> {
  const { context, own, receivedAt, timeHeader } = options;
  const { windowTokens, estimatedTokens } = context.decided;
  const room = Math.max(0, windowTokens * options.fillShare - estimatedTokens);
  const fitted = fitTurn(own, room, estimateMessageTokens);
  const entries: TimedMessage[] = [
    ...withDigest(context),
    ...fitted.map((message) => ({ message, at: receivedAt })),
  ];
  const media = await readMedia(options.storage, entries);
  return toModelMessages(entries, { timeHeader, media });
}

/** History with a note in the place of what was cut, marked as a reference and not as something said. */
function withDigest({ history, decided }: TurnContext): TimedMessage[] {
  const { cut } = decided;
  if (cut === undefined) return [...history];
  const next = history.find(({ seq }) => seq > cut.toSeq);
  const text = `[Reference, not a message: digest of earlier messages ${cut.fromSeq} to ${cut.toSeq} of this conversation, left out to make room]\n${cut.digest}\n[end of the digest]`;
  const note: TimedMessage = {
    message: {
      role: 'user',
      principal: 'runtime:digest',
      content: [{ type: 'text', text, origin: trustedOrigin('runtime') }],
    },
    at: next?.at ?? history.at(-1)?.at ?? 0,
  };
  const before = history.filter(({ seq }) => seq < cut.fromSeq);
  const after = history.filter(({ seq }) => seq > cut.toSeq);
  return [...before, note, ...after];
}

async function readMedia(
  storage: Storage,
  entries: readonly TimedMessage[],
): Promise<Map<string, string>> {
  const ids = new Set(entries.flatMap(({ message }) => artifactIds(message)));
  const media = new Map<string, string>();
  for (const id of ids) {
    const bytes = await storage.artifacts.read(id);
    if (bytes !== undefined) media.set(id, Buffer.from(bytes).toString('base64'));
  }
  return media;
}

function artifactIds(message: Message): string[] {
  if (message.role !== 'user') return [];
  return message.content.flatMap((block: ContentBlock) =>
    block.type !== 'text' && block.source.kind === 'artifact' ? [block.source.artifactId] : [],
  );
}
