import { z } from 'zod';
import { trustedOrigin } from '../../protocol/origin.ts';
import type { GuardDecision } from '../../protocol/tool-call.ts';
import { defineTool, type ToolExecutionContext, type ToolResult } from '../../tools/tool.ts';
import { type Chats, findChat, hasQueued, queueMessage } from '../shared/chats.ts';
import { failure } from '../shared/failure.ts';
import { preview, visibleName } from '../shared/text-lines.ts';

const Input = z.strictObject({
  text: z.string().trim().min(1).max(20_000),
  to: z.string().trim().min(1).max(300).optional(),
});
type Input = z.infer<typeof Input>;

export function createMessage(chats: Chats) {
  return defineTool<Input>({
    name: 'message',
    title: 'Send a message',
    description:
      'Send the person one more message now, while you go on working; your final answer is sent anyway. to: another known chat, such as telegram:123, when the person wants that.',
    input: Input,
    capabilities: ['message.send'],
    riskLevel: 'read_only',
    idempotency: 'verifiable',
    addressees: ({ to }, { sessionKey }) =>
      to === undefined || to === sessionKey ? 'own_chat' : 'others',
    summarize: ({ text, to }) =>
      `message ${to === undefined ? 'this chat' : visibleName(to)}: ${preview(text)}`,
    guard: async ({ to }) => (to === undefined ? OWN_CHAT : toOthers(to)),

    async execute({ text, to }, context) {
      const chat = await findChat(chats, to ?? context.sessionKey);
      if (chat === undefined) return failure(to === undefined ? NO_CHAT : noSuchChat(to));
      const content = [{ type: 'text', text, origin: trustedOrigin('model') }] as const;
      await queueMessage(chats, { to: chat, content }, context);
      return queued(to, context);
    },

    async verify({ to }, context) {
      if (!(await hasQueued(chats, context))) return { state: 'not_done' };
      return { state: 'done', result: queued(to, context) };
    },
  });
}

const OWN_CHAT: GuardDecision = {
  action: 'allow',
  reason: 'The message stays in this chat.',
  patternKey: 'none',
  facts: [],
};

function toOthers(to: string): GuardDecision {
  return {
    action: 'ask',
    reason: 'It writes to another chat.',
    patternKey: 'message_other',
    facts: ['message_other'],
    span: to,
    alternative: 'Draft the message here, for the person to send.',
  };
}

const NO_CHAT =
  'There is no chat to write to from here. Say it in your result, or name a chat with `to`.';

function noSuchChat(to: string): string {
  return `There is no chat ${visibleName(to)}. Only a chat that has written here before can be written to, by its session key. Ask the person which one is meant.`;
}

function queued(to: string | undefined, { sessionKey }: ToolExecutionContext): ToolResult {
  const where = to === undefined ? 'this chat' : visibleName(to);
  return {
    success: true,
    output: `Queued for ${where}; it is delivered as soon as the chat can be reached. Do not repeat it in your answer.`,
    origin: trustedOrigin('runtime'),
    metadata: { to: to ?? sessionKey },
  };
}
