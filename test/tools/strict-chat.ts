import { z } from 'zod';

const Text = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.literal('text'), text: z.string() })),
]);

const Call = z.looseObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
});

const ChatMessage = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('system'), content: Text }),
  z.looseObject({ role: z.literal('user'), content: Text }),
  z.looseObject({
    role: z.literal('assistant'),
    content: Text.nullish(),
    tool_calls: z.array(Call).min(1).optional(),
  }),
  z.looseObject({ role: z.literal('tool'), tool_call_id: z.string(), content: Text }),
]);
export type ChatMessage = z.infer<typeof ChatMessage>;

const ChatRequest = z.looseObject({
  model: z.string().min(1),
  messages: z.array(ChatMessage).min(1),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).default([]),
  stream: z.literal(true),
});
export type ChatRequest = z.infer<typeof ChatRequest>;

export type ReadRequest =
  | { readonly request: ChatRequest; readonly problems: readonly [] }
  | { readonly problems: readonly string[] };

/** Reads a request of the Chat wire, and finds everything that the strictest provider would refuse it for. */
export function readStrictly(body: string): ReadRequest {
  const parsed = ChatRequest.safeParse(parseJson(body));
  if (!parsed.success) return { problems: [z.prettifyError(parsed.error)] };
  const { messages, tools } = parsed.data;
  const known = new Set(tools.map((tool) => tool.function.name));
  const said = messages.slice(messages.findIndex(({ role }) => role !== 'system'));
  const problems = [
    ...said.flatMap((message, index) => [
      ...emptyProblems(message),
      ...callProblems(message, known),
      ...orderProblems(said.slice(0, index), message),
    ]),
    ...endProblems(said),
  ];
  return problems.length === 0 ? { request: parsed.data, problems: [] } : { problems };
}

export function wordsOf({ content }: ChatMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text }) => text).join('\n');
}

function emptyProblems(message: ChatMessage): string[] {
  const calls = message.role === 'assistant' && message.tool_calls !== undefined;
  const says = typeof message.content === 'string' || (message.content?.length ?? 0) > 0;
  const isEmpty = wordsOf(message).trim() === '';
  return isEmpty && (says || !calls) ? [`an empty ${message.role} message`] : [];
}

function callProblems(message: ChatMessage, known: ReadonlySet<string>): string[] {
  if (message.role !== 'assistant' || message.tool_calls === undefined) return [];
  const ids = message.tool_calls.map(({ id }) => id);
  return [
    ...(new Set(ids).size < ids.length ? [`calls share an id: ${ids}`] : []),
    ...message.tool_calls.flatMap(({ id, function: { name, arguments: text } }) => [
      ...(known.has(name) ? [] : [`call ${id} names the unknown tool ${name}`]),
      ...(isObject(parseJson(text))
        ? []
        : [`call ${id} has arguments that are no object: ${text}`]),
    ]),
  ];
}

/** Person and model take turns; every call has its one result directly behind it, in the order of the calls. */
function orderProblems(
  before: readonly ChatMessage[],
  { role, ...message }: ChatMessage,
): string[] {
  const open = openCalls(before);
  if (role === 'tool') {
    return message['tool_call_id'] === open[0]
      ? []
      : [`result ${String(message['tool_call_id'])} where ${open[0] ?? 'none'} is expected`];
  }
  if (open.length > 0) return [`calls without a result: ${open}`];
  const last = before.at(-1)?.role;
  const expected = last === undefined || last === 'assistant' ? 'user' : 'assistant';
  return role === expected ? [] : [`${role} follows ${last ?? 'nothing'}`];
}

function endProblems(messages: readonly ChatMessage[]): string[] {
  const open = openCalls(messages);
  if (open.length > 0) return [`calls without a result at the end: ${open}`];
  return messages.at(-1)?.role === 'assistant' ? ['it ends with the model'] : [];
}

/** The calls of the last answer that have no result yet. */
function openCalls(messages: readonly ChatMessage[]): string[] {
  const asked = messages.findLastIndex(({ role }) => role !== 'tool');
  const answer = messages[asked];
  if (answer?.role !== 'assistant') return [];
  const results = messages.length - asked - 1;
  return (answer.tool_calls ?? []).map(({ id }) => id).slice(results);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
