import { z } from 'zod';
import { Origin } from './origin.ts';

/** Bytes beside the text: kept as an artifact, or carried inline when small. */
const MediaSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('artifact'), artifactId: z.string() }),
  z.object({ kind: z.literal('inline'), base64: z.string() }),
]);

const TextBlock = z.object({ type: z.literal('text'), text: z.string(), origin: Origin });
export type TextBlock = z.infer<typeof TextBlock>;

export const MediaBlock = z.object({
  type: z.enum(['image', 'file', 'audio', 'video', 'voice']),
  mediaType: z.string(),
  name: z.string().optional(),
  source: MediaSource,
  origin: Origin,
});
export type MediaBlock = z.infer<typeof MediaBlock>;

/** One piece of a message. A message is a list of these, whichever way it travels. */
export const ContentBlock = z.discriminatedUnion('type', [TextBlock, MediaBlock]);
export type ContentBlock = z.infer<typeof ContentBlock>;

/** The text of a message, without its attachments. */
export function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
