import { basename } from 'node:path';
import { z } from 'zod';
import type { ContentBlock } from '../../protocol/content.ts';
import { trustedOrigin } from '../../protocol/origin.ts';
import type { FileContent } from '../../security/workspace-files.ts';
import type { ArtifactRecord } from '../../storage/records.ts';
import { defineTool, type ToolExecutionContext, type ToolResult } from '../../tools/tool.ts';
import { type Chats, findChat, hasQueued, queueMessage } from '../shared/chats.ts';
import { failure, toFailure } from '../shared/failure.ts';
import { kindOfMedia, mediaTypeOf } from '../shared/media-type.ts';
import type { OpenWorkspace } from '../shared/open-workspace.ts';
import { guardPath } from '../shared/path-guard.ts';
import { byteSize, visibleName } from '../shared/text-lines.ts';

const Input = z.strictObject({
  path: z.string().min(1),
  caption: z.string().trim().min(1).max(1_000).optional(),
});
type Input = z.infer<typeof Input>;

/** What most platforms take. */
const MAX_BYTES = 20_000_000;

export function createSendFile(openWorkspace: OpenWorkspace, chats: Chats) {
  return defineTool<Input>({
    name: 'send_file',
    title: 'Send a file',
    description:
      'Send a workspace file to the person in this chat as an attachment, up to 20 MB. Use it when they want the file itself rather than what is in it.',
    input: Input,
    capabilities: ['fs.read', 'message.send'],
    riskLevel: 'read_only',
    idempotency: 'verifiable',
    addressees: () => 'own_chat',
    summarize: ({ path }) => `send the file ${visibleName(path)}`,
    guard: ({ path }, { workspace }) => guardPath(openWorkspace(workspace), path),

    async execute(input, context) {
      const chat = await findChat(chats, context.sessionKey);
      if (chat === undefined) return failure(NO_CHAT);
      try {
        const files = openWorkspace(context.workspace);
        const { stats } = await files.locate(input.path);
        if (stats !== undefined && stats.size > MAX_BYTES) return tooBig(input.path, stats.size);
        const file = await files.read(input.path, MAX_BYTES);
        const artifact = artifactOf(file, context);
        const content = contentOf(artifact, input);
        const beside = [{ op: 'put-artifact', artifact, content: file.bytes }] as const;
        await queueMessage(chats, { to: chat, content, beside }, context);
        return sent(artifact);
      } catch (thrown) {
        return toFailure(thrown);
      }
    },

    async verify({ path }, context) {
      if (!(await hasQueued(chats, context))) return { state: 'not_done' };
      return { state: 'done', result: queued(visibleName(path)) };
    },
  });
}

const NO_CHAT =
  'There is no chat to send it to from here. Name the file in your result, so that it can be found.';

function tooBig(path: string, bytes: number) {
  const size = `${byteSize(bytes)}, at most ${byteSize(MAX_BYTES)} can be sent`;
  return failure(
    `${visibleName(path)} is too big: ${size}. Split or compress it, or name its place.`,
  );
}

function artifactOf(
  { place, bytes }: FileContent,
  { idempotencyKey, sessionKey, now }: ToolExecutionContext,
): ArtifactRecord {
  return {
    id: `art_${idempotencyKey}`,
    sessionKey,
    kind: 'attachment',
    mediaType: mediaTypeOf(bytes, place.name),
    // With its folders: who sits at this machine finds it by that. Platforms show the last part.
    name: place.name,
    bytes: bytes.length,
    createdAt: now(),
  };
}

function contentOf(
  { id, mediaType, name = '' }: ArtifactRecord,
  { caption }: Input,
): ContentBlock[] {
  const origin = trustedOrigin('model');
  const said: ContentBlock[] =
    caption === undefined ? [] : [{ type: 'text', text: caption, origin }];
  const source = { kind: 'artifact', artifactId: id } as const;
  const file = { type: kindOfMedia(mediaType), mediaType, name, source };
  return [...said, { ...file, origin: trustedOrigin('workspace') }];
}

function sent({ name = '', bytes, mediaType, id }: ArtifactRecord): ToolResult {
  const about = `${visibleName(basename(name))} (${byteSize(bytes)}, ${mediaType})`;
  return { ...queued(about), metadata: { path: name, bytes, mediaType, artifactId: id } };
}

function queued(file: string): ToolResult {
  return {
    success: true,
    output: `${file} is queued for this chat; it is delivered as soon as the chat can be reached.`,
    origin: trustedOrigin('runtime'),
  };
}
