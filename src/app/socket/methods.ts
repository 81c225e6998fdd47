import { z } from 'zod';
import { ApprovalScope } from '../../protocol/approval.ts';
import { Principal } from '../../protocol/event.ts';
import { Language } from '../../protocol/language.ts';
import { TOOL_PROFILES } from '../../tools/tool-profiles.ts';

/** Names a chat in a session key, so it holds no colon and no blank. */
const ChatId = z.string().regex(/^[\p{L}\p{N}._-]{1,64}$/u);

/** No model reads more; a longer text only holds up everybody else. */
const LONGEST_TEXT = 4_000_000;

/** Nothing else: what only the runtime itself may say of a message comes in by no door. */
export const SubmissionParams = z.strictObject({
  chatId: ChatId,
  text: z.string().max(LONGEST_TEXT),
  attachments: z
    .array(z.object({ name: z.string(), mediaType: z.string(), base64: z.string() }))
    .optional(),
  id: z.string().min(1).max(200).optional(),
  language: Language,
  canAsk: z.boolean(),
  assumeYes: z.boolean(),
});

/** What each method of the socket takes. Results are the records of `protocol`, trusted by the owner's own client. */
export const METHODS = {
  submit: SubmissionParams,
  subscribe: z.object({ sessionKey: z.string().optional(), subscription: z.string() }),
  unsubscribe: z.object({ subscription: z.string() }),
  attach: z.object({ chatId: ChatId, attachment: z.string() }),
  detach: z.object({ attachment: z.string() }),
  decide: z.object({
    id: z.string(),
    verdict: z.enum(['approved', 'denied']),
    scope: ApprovalScope,
    comment: z.string().optional(),
  }),
  answer: z.object({ turnId: z.string(), questionId: z.string(), answer: z.string() }),
  stop: z.object({ sessionKey: z.string(), inboundId: z.string().optional() }),
  approvals: z.object({ sessionKey: z.string().optional() }),
  tools: z.object({
    channel: z.string().optional(),
    principal: Principal.optional(),
    profile: z.enum(TOOL_PROFILES).optional(),
  }),
  describeTool: z.object({ name: z.string() }),
  callTool: z.object({
    name: z.string(),
    argumentsText: z.string(),
    assumeYes: z.boolean(),
    principal: Principal.optional(),
  }),
  mcpServers: z.object({}),
  agreeToMcpTools: z.object({ server: z.string(), tools: z.record(z.string(), z.string()) }),
  hurryMcpServer: z.object({ server: z.string() }),
  models: z.object({}),
  deleteSession: z.object({ sessionKey: z.string() }),
  backup: z.object({ path: z.string() }),
  status: z.object({}),
  settings: z.object({ paths: z.array(z.string()) }),
} as const;

export type MethodName = keyof typeof METHODS;

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(METHODS, name);
}
