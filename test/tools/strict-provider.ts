import type { ServerResponse } from 'node:http';
import { type RawServer, sendCut, sendEvents, startRawServer } from '../fake-models/raw-server.ts';
import { type ChatMessage, readStrictly } from './strict-chat.ts';

/** How one request is answered. */
export type ChatAnswer = (response: ServerResponse) => void | Promise<void>;

export interface StrictProvider {
  /** Where the Chat wire begins. */
  readonly baseUrl: string;
  /** The conversations that it took, in order. */
  readonly taken: readonly (readonly ChatMessage[])[];
  /** What it refused requests for. */
  readonly violations: readonly string[];
  stop(): Promise<void>;
}

/** A provider on the Chat wire that refuses every request that any provider would, and else answers by script. */
export async function startStrictProvider(
  script: (messages: readonly ChatMessage[], index: number) => ChatAnswer,
): Promise<StrictProvider> {
  const taken: (readonly ChatMessage[])[] = [];
  const violations: string[] = [];
  const server: RawServer = await startRawServer(({ body }, response) => {
    const read = readStrictly(body);
    if (!('request' in read)) {
      violations.push(...read.problems);
      return refuses(400, read.problems.join('; '))(response);
    }
    const { messages } = read.request;
    return script(messages, taken.push(messages) - 1)(response);
  });
  return { baseUrl: `${server.url}/v1`, taken, violations, stop: server.stop };
}

export const says = (text: string): ChatAnswer => raw(textStream(text));

/** Calls one tool. */
export const calls = (name: string, input: object): ChatAnswer =>
  raw(callStream(name, JSON.stringify(input)));

/** Whatever this is, as an event stream that ends properly. */
export const raw =
  (stream: string): ChatAnswer =>
  (response) =>
    sendEvents(response, stream);

/** The beginning of a stream, then nothing: the connection breaks. */
export const breaksOff =
  (stream: string | Buffer, bytes: number): ChatAnswer =>
  (response) =>
    sendCut(response, Buffer.from(stream).subarray(0, bytes));

/** The beginning of a stream, then silence. */
export const fallsSilent =
  (stream: string): ChatAnswer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(stream);
  };

export const refuses =
  (status: number, message: string, headers: Readonly<Record<string, string>> = {}): ChatAnswer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message, type: 'error', code: null } }));
  };

/** Answers as told once `until` resolves. */
export const later =
  (until: Promise<unknown>, answer: ChatAnswer): ChatAnswer =>
  async (response) => {
    await until;
    await answer(response);
  };

export function textStream(text: string): string {
  return stream([{ content: text }], 'stop');
}

/** One call of a tool, its arguments in two pieces. */
export function callStream(name: string, args: string): string {
  const half = Math.floor(args.length / 2);
  const piece = (more: object) => ({ tool_calls: [{ index: 0, ...more }] });
  return stream(
    [
      piece({ id: 'call_1', type: 'function', function: { name, arguments: '' } }),
      piece({ function: { arguments: args.slice(0, half) } }),
      piece({ function: { arguments: args.slice(half) } }),
    ],
    'tool_calls',
  );
}

function stream(deltas: readonly object[], finish: string): string {
  const chunks = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: finish }] },
    { choices: [], usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 } },
  ];
  const lines = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
  return `${lines.join('')}data: [DONE]\n\n`;
}
