import { z } from 'zod';
import { trustedOrigin } from '../../protocol/origin.ts';
import type { Session } from '../../protocol/session.ts';
import { defineTool, type ToolResult } from '../../tools/tool.ts';
import { type Chats, hasQueued, isChat, queueMessage } from '../shared/chats.ts';
import { failure } from '../shared/failure.ts';
import { preview } from '../shared/text-lines.ts';

const Input = z.strictObject({ text: z.string().trim().min(1).max(1_000) });
type Input = z.infer<typeof Input>;

export function createNotify(chats: Chats) {
  return defineTool<Input>({
    name: 'notify',
    title: 'Notify the owner',
    description:
      'Send the owner a short note in the chat that they used last, when something should not wait until they look here. For this chat use message.',
    input: Input,
    capabilities: ['message.send'],
    riskLevel: 'read_only',
    idempotency: 'verifiable',
    // It reaches the owner, and runs for the owner only.
    addressees: () => 'own_chat',
    summarize: ({ text }) => `notify the owner: ${preview(text)}`,

    async execute({ text }, context) {
      if (context.principal !== chats.owner) return failure(NOT_THE_OWNER);
      const chat = await lastChatOf(chats);
      if (chat === undefined) return failure(NO_CHAT);
      const content = [{ type: 'text', text, origin: trustedOrigin('model') }] as const;
      await queueMessage(chats, { to: chat, content }, context);
      return NOTED;
    },

    async verify(_, context) {
      if (!(await hasQueued(chats, context))) return { state: 'not_done' };
      return { state: 'done', result: NOTED };
    },
  });
}

const NOTED: ToolResult = {
  success: true,
  output: 'The note is queued for the chat that the owner used last.',
  origin: trustedOrigin('runtime'),
};

const NOT_THE_OWNER = 'Only work of the owner can notify the owner. Say it in your answer instead.';
const NO_CHAT = 'The owner has no chat yet. Say it in your answer instead.';

/** Looked at before it is said that there is none: workers and direct calls have sessions too. */
const RECENT = 50;

async function lastChatOf({ storage, owner }: Chats): Promise<Session | undefined> {
  const recent = await storage.sessions.list({ principal: owner, limit: RECENT });
  return recent.find(isChat);
}
