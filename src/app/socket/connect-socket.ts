import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { AgentError } from '../../base/errors.ts';
import type { IdSource } from '../../base/ids.ts';
import { OutboundEvent } from '../../protocol/event.ts';
import { RunEvent } from '../../protocol/run-event.ts';
import type { RuntimeClient } from '../runtime-client.ts';
import type { MethodName } from './methods.ts';
import { createRpcPeer, type RpcPeer } from './rpc-peer.ts';

const EventNotice = z.object({ subscription: z.string(), event: RunEvent });
const DeliverCall = z.object({ attachment: z.string(), event: OutboundEvent });

/** The runtime that listens at `path`; undefined when none does. */
export async function connectSocket(
  path: string,
  ids: IdSource,
): Promise<RuntimeClient | undefined> {
  const socket = await open(path);
  return socket && createSocketClient(socket, ids);
}

/** Nobody listens: no socket, a stale one, or one that is not ours. What is wrong with the folder, its storage says. */
const NOBODY = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR', 'EACCES']);

function open(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      NOBODY.has(error.code ?? '') ? resolve(undefined) : reject(error),
    );
  });
}

function createSocketClient(socket: Socket, ids: IdSource): RuntimeClient {
  const listeners = new Map<string, (event: RunEvent) => void>();
  const deliveries = new Map<string, (event: OutboundEvent) => Promise<void>>();
  const lost = Promise.withResolvers<void>();

  const peer: RpcPeer = createRpcPeer(socket, {
    async onCall(_method, params) {
      const { attachment, event } = DeliverCall.parse(params);
      const deliver = deliveries.get(attachment);
      if (deliver === undefined) throw new AgentError('not_found', 'Nobody sits here any more.');
      await deliver(event);
    },
    onNotify(_method, params) {
      const { subscription, event } = EventNotice.parse(params);
      listeners.get(subscription)?.(event);
    },
    onClose() {
      listeners.clear();
      lost.resolve();
    },
  });

  // The runtime's own client answers on the other side: its types are the contract.
  const call = <Result>(method: MethodName, params: unknown) =>
    peer.call(method, params) as Promise<Result>;

  return {
    submit: (submission) => call('submit', submission),

    async subscribe(sessionKey, listener) {
      const subscription = ids.next('sub');
      listeners.set(subscription, listener);
      await call('subscribe', { sessionKey, subscription });
      return () => {
        listeners.delete(subscription);
        call('unsubscribe', { subscription }).catch(() => undefined);
      };
    },

    async attach(chatId, deliver) {
      const attachment = ids.next('att');
      deliveries.set(attachment, deliver);
      await call('attach', { chatId, attachment });
      return () => {
        deliveries.delete(attachment);
        call('detach', { attachment }).catch(() => undefined);
      };
    },

    decide: (decision) => call('decide', decision),
    answer: (turnId, questionId, answer) => call('answer', { turnId, questionId, answer }),
    stop: (sessionKey, inboundId) => call('stop', { sessionKey, inboundId }),
    approvals: (sessionKey) => call('approvals', { sessionKey }),
    tools: (asked = {}) => call('tools', asked),
    async describeTool(name) {
      return (
        (await call<Readonly<Record<string, unknown>> | null>('describeTool', { name })) ??
        undefined
      );
    },
    callTool: (request) => call('callTool', request),
    mcpServers: () => call('mcpServers', {}),
    agreeToMcpTools: (agreed) => call('agreeToMcpTools', agreed),
    hurryMcpServer: (server) => call('hurryMcpServer', { server }),
    models: () => call('models', {}),
    deleteSession: (sessionKey) => call('deleteSession', { sessionKey }),
    backup: (path) => call('backup', { path }),
    status: () => call('status', {}),
    settings: (paths) => call('settings', { paths }),
    lost: lost.promise,

    async close() {
      const closed = new Promise((resolve) => socket.once('close', resolve));
      if (socket.destroyed) return;
      peer.close();
      await closed;
    },
  };
}
