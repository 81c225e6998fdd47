import type { Socket } from 'node:net';
import { z } from 'zod';
import { AgentError, ERROR_CODES, type ErrorCode } from '../../base/errors.ts';

/** Longest line that is read: a message with its attachments. */
const MAX_LINE_CHARACTERS = 64_000_000;

/** A reader this far behind with live events is not reading any more. */
const MAX_BUFFERED_BYTES = 32_000_000;

const Frame = z.union([
  z.object({ call: z.int(), method: z.string(), params: z.unknown() }),
  z.object({ reply: z.int(), result: z.unknown() }),
  z.object({
    reply: z.int(),
    error: z.object({
      code: z.string(),
      message: z.string(),
      messageId: z.string().optional(),
      values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
  }),
  z.object({ notify: z.string(), params: z.unknown() }),
]);
type Frame = z.infer<typeof Frame>;
type Failure = Extract<Frame, { error: unknown }>['error'];

export interface RpcHandlers {
  /** Answers a call; what it throws reaches the caller as an AgentError with the same code. */
  onCall(method: string, params: unknown): Promise<unknown>;
  onNotify(method: string, params: unknown): void;
  /** Called once, when the connection is gone for whatever reason. */
  onClose(): void;
}

/** One end of a connection over which both sides call each other, one JSON object a line. */
export interface RpcPeer {
  /** Fails with `unavailable` when the connection ends before the answer. */
  call(method: string, params: unknown): Promise<unknown>;
  notify(method: string, params: unknown): void;
  close(): void;
}

export function createRpcPeer(socket: Socket, handlers: RpcHandlers): RpcPeer {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastCall = 0;
  let closed = false;

  function send(frame: Frame): void {
    if (socket.destroyed) return;
    socket.write(`${JSON.stringify(frame)}\n`);
    if (socket.writableLength > MAX_BUFFERED_BYTES) socket.destroy();
  }

  async function answer(call: number, method: string, params: unknown): Promise<void> {
    try {
      send({ reply: call, result: (await handlers.onCall(method, params)) ?? null });
    } catch (thrown) {
      send({ reply: call, error: toFailure(thrown) });
    }
  }

  function receive(frame: Frame): void {
    if ('call' in frame) void answer(frame.call, frame.method, frame.params);
    else if ('notify' in frame) handlers.onNotify(frame.notify, frame.params);
    else settle(frame);
  }

  function settle(frame: Extract<Frame, { reply: number }>): void {
    const pending = waiting.get(frame.reply);
    waiting.delete(frame.reply);
    if ('error' in frame) pending?.reject(toError(frame.error));
    else pending?.resolve(frame.result);
  }

  readLines(socket, (line) => receive(Frame.parse(JSON.parse(line))));
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    closed = true;
    const gone = new AgentError('unavailable', 'The runtime ended the connection.', {
      messageId: 'app.connection_lost',
    });
    for (const pending of waiting.values()) pending.reject(gone);
    waiting.clear();
    handlers.onClose();
  });

  return {
    call(method, params) {
      lastCall += 1;
      const pending = Promise.withResolvers<unknown>();
      waiting.set(lastCall, pending);
      // One that is about to close fails its calls as it does: then everybody knows why.
      if (closed) {
        waiting.delete(lastCall);
        pending.reject(notSent());
      }
      send({ call: lastCall, method, params });
      return pending.promise;
    },

    notify: (method, params) => send({ notify: method, params }),

    close: () => void socket.end(),
  };
}

/** Splits what arrives into lines; a line that cannot be read ends the connection. */
function readLines(socket: Socket, onLine: (line: string) => void): void {
  let pieces: string[] = [];
  let length = 0;

  /** Every chunk is looked at once: a long line comes in thousands of them. */
  function take(chunk: string) {
    const [first = '', ...others] = chunk.split('\n');
    for (const piece of [first, ...others].slice(0, -1)) {
      pieces.push(piece);
      const line = pieces.join('');
      pieces = [];
      length = 0;
      onLine(line);
    }
    const last = others.at(-1) ?? first;
    pieces.push(last);
    length += last.length;
  }

  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    if (socket.destroyed) return;
    try {
      take(chunk);
      if (length > MAX_LINE_CHARACTERS) socket.destroy();
    } catch {
      socket.destroy();
    }
    if (socket.destroyed) pieces = [];
  });
}

/** Tells a call that certainly did not arrive from one that may have. */
function notSent(): AgentError {
  return new AgentError('unavailable', 'The connection is closed.', { details: { sent: false } });
}

function toFailure(thrown: unknown): Failure {
  const { code, message, messageId, values } = AgentError.from(thrown);
  return { code, message, values: { ...values }, ...(messageId !== undefined && { messageId }) };
}

function toError({ code, message, messageId, values }: Failure): AgentError {
  const known = Object.hasOwn(ERROR_CODES, code) ? (code as ErrorCode) : 'internal';
  return new AgentError(known, message, {
    ...(messageId !== undefined && { messageId }),
    ...(values !== undefined && { values }),
  });
}
