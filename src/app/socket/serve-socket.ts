import { rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { z } from 'zod';
import { AgentError } from '../../base/errors.ts';
import type { LocalClient } from '../create-client.ts';
import { isMethodName, METHODS, type MethodName } from './methods.ts';
import { createRpcPeer, type RpcPeer } from './rpc-peer.ts';

const OWNER_ONLY = 0o177;

export interface SocketServer {
  /** Ends every connection and removes the socket. */
  close(): Promise<void>;
}

/**
 * Lets the owner's other processes use this runtime. The socket is the proof of identity: only its owner can
 * open it (0600 in a 0700 folder). Call it only while holding the lock, since a stale socket is removed.
 */
export async function serveSocket(path: string, client: LocalClient): Promise<SocketServer> {
  await rm(path, { force: true });
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket.on('close', () => void connections.delete(socket)));
    serveConnection(socket, client);
  });
  await listen(server, path);

  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of connections) socket.destroy();
      await closed;
      await rm(path, { force: true });
    },
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).once('listening', resolve);
    // The socket is made inside `listen`, so it never exists with wider rights.
    const before = process.umask(OWNER_ONLY);
    server.listen(path);
    process.umask(before);
  });
}

function serveConnection(socket: Socket, client: LocalClient): void {
  const stay = createStay();

  const peer: RpcPeer = createRpcPeer(socket, {
    async onCall(method, params) {
      if (!isMethodName(method)) throw new AgentError('not_found', `No method ${method}.`);
      return callMethod({ client, peer, stay }, method, params);
    },
    onNotify: () => undefined,
    onClose: stay.end,
  });
}

interface Connection {
  readonly client: LocalClient;
  readonly peer: RpcPeer;
  readonly stay: Stay;
}

/** The subscriptions and attachments of one connection; none outlives it, also when it ends while one is made. */
interface Stay {
  add(key: string, leave: () => void): void;
  leave(key: string): void;
  end(): void;
  /** Aborts when the connection ends. */
  readonly signal: AbortSignal;
}

function createStay(): Stay {
  const leaving = new Map<string, () => void>();
  const ending = new AbortController();

  function leave(key: string) {
    leaving.get(key)?.();
    leaving.delete(key);
  }

  return {
    add(key, leaveIt) {
      if (ending.signal.aborted) return leaveIt();
      leave(key);
      leaving.set(key, leaveIt);
    },

    leave,
    signal: ending.signal,

    end() {
      ending.abort(new DOMException('The connection ended.', 'AbortError'));
      for (const key of [...leaving.keys()]) leave(key);
    },
  };
}

type Handlers = {
  readonly [Name in MethodName]: (
    connection: Connection,
    params: z.infer<(typeof METHODS)[Name]>,
  ) => Promise<unknown>;
};

const HANDLERS: Handlers = {
  submit: ({ client }, submission) => client.submit(submission),
  async subscribe({ client, peer, stay }, { sessionKey, subscription }) {
    const leave = await client.subscribe(sessionKey, (event) =>
      peer.notify('event', { subscription, event }),
    );
    stay.add(subscription, leave);
  },
  async unsubscribe({ stay }, { subscription }) {
    stay.leave(subscription);
  },
  async attach({ client, peer, stay }, { chatId, attachment }) {
    const leave = await client.attach(chatId, async (event) => {
      await peer.call('deliver', { attachment, event });
    });
    stay.add(attachment, leave);
  },
  async detach({ stay }, { attachment }) {
    stay.leave(attachment);
  },
  decide: ({ client }, decision) => client.decide(decision),
  answer: ({ client }, { turnId, questionId, answer }) => client.answer(turnId, questionId, answer),
  stop: ({ client }, { sessionKey, inboundId }) => client.stop(sessionKey, inboundId),
  approvals: ({ client }, { sessionKey }) => client.approvals(sessionKey),
  tools: ({ client }, asked) => client.tools(asked),
  describeTool: ({ client }, { name }) => client.describeTool(name),
  callTool: ({ client, stay }, call) => client.callTool(call, stay.signal),
  mcpServers: ({ client }) => client.mcpServers(),
  agreeToMcpTools: ({ client }, agreed) => client.agreeToMcpTools(agreed),
  hurryMcpServer: ({ client }, { server }) => client.hurryMcpServer(server),
  models: ({ client }) => client.models(),
  deleteSession: ({ client }, { sessionKey }) => client.deleteSession(sessionKey),
  backup: ({ client }, { path }) => client.backup(path),
  status: ({ client }) => client.status(),
  settings: ({ client }, { paths }) => client.settings(paths),
};

function callMethod<Name extends MethodName>(
  connection: Connection,
  method: Name,
  params: unknown,
): Promise<unknown> {
  const parsed = METHODS[method].safeParse(params);
  if (!parsed.success) throw new AgentError('invalid_input', z.prettifyError(parsed.error));
  const handler: Handlers[Name] = HANDLERS[method];
  return handler(connection, parsed.data as Parameters<Handlers[Name]>[1]);
}
