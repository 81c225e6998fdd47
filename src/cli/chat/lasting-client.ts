import type { RuntimeClient } from '../../app/runtime-client.ts';
import { AgentError } from '../../base/errors.ts';
import type { IdSource } from '../../base/ids.ts';

/** What a chat needs of the runtime. */
export type ChatClient = Pick<
  RuntimeClient,
  | 'submit'
  | 'subscribe'
  | 'attach'
  | 'decide'
  | 'answer'
  | 'stop'
  | 'status'
  | 'mcpServers'
  | 'close'
>;

export interface LastingClient extends ChatClient {
  /** Calls `listener` whenever another runtime has taken over, until the returned function is called. */
  onTakeover(listener: () => void): () => void;
  /** Rejects when a runtime has ended and no other could take over. */
  readonly broken: Promise<never>;
}

export interface LastingClientDeps {
  /** The running runtime, else one of our own. */
  open(): Promise<RuntimeClient>;
  readonly ids: IdSource;
}

type Join = (client: RuntimeClient) => Promise<() => void>;

/**
 * A client that outlives the runtime it talks to: when that one ends, say because another terminal with it was
 * closed, the next one takes over. Subscriptions and attachments move along; a message that was being sent is sent
 * again under the same id, which is accepted once.
 */
export async function createLastingClient({
  open,
  ids,
}: LastingClientDeps): Promise<LastingClient> {
  const seats = new Map<Join, () => void>();
  const listeners = new Set<() => void>();
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  let closed = false;
  let current: Promise<RuntimeClient> = Promise.resolve(await open());
  watch(await current);

  function watch(client: RuntimeClient) {
    void client.lost.then(() => {
      if (closed) return;
      current = takeOver();
      current.catch(broken.reject);
    });
  }

  async function takeOver(): Promise<RuntimeClient> {
    const client = await open();
    try {
      for (const join of [...seats.keys()]) await reseat(join, client);
    } catch (thrown) {
      if (!(await wasLost(client, thrown))) throw thrown;
      // It has ended as well: somebody else takes over.
      return takeOver();
    }
    watch(client);
    for (const listener of listeners) listener();
    return client;
  }

  async function reseat(join: Join, client: RuntimeClient): Promise<void> {
    const leave = await join(client);
    // Whoever left meanwhile does not come back.
    if (seats.has(join)) seats.set(join, leave);
    else leave();
  }

  async function seat(join: Join): Promise<() => void> {
    seats.set(join, await call(join));
    return () => {
      seats.get(join)?.();
      seats.delete(join);
    };
  }

  /** Again with the next runtime, as often as the one that was asked has ended meanwhile. */
  async function call<Result>(use: (client: RuntimeClient) => Promise<Result>): Promise<Result> {
    const client = await current;
    try {
      return await use(client);
    } catch (thrown) {
      if (!(await wasLost(client, thrown))) throw thrown;
      return call(use);
    }
  }

  return {
    submit: (submission) => {
      const lasting = { id: ids.next('msg'), ...submission };
      return call((client) => client.submit(lasting));
    },
    subscribe: (sessionKey, listener) => seat((client) => client.subscribe(sessionKey, listener)),
    attach: (chatId, deliver) => seat((client) => client.attach(chatId, deliver)),
    decide: (decision) => call((client) => client.decide(decision)),
    answer: (...answer) => call((client) => client.answer(...answer)),
    stop: (...meant) => call((client) => client.stop(...meant)),
    status: () => call((client) => client.status()),
    mcpServers: () => call((client) => client.mcpServers()),

    onTakeover(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    broken: broken.promise,

    async close() {
      closed = true;
      await (await current).close();
    },
  };
}

/** Whether a call failed because its runtime has ended. */
async function wasLost({ lost }: RuntimeClient, thrown: unknown): Promise<boolean> {
  if (AgentError.from(thrown).code !== 'unavailable') return false;
  const soon = new Promise<false>((resolve) => setImmediate(() => resolve(false)));
  return Promise.race([lost.then(() => true as const), soon]);
}
