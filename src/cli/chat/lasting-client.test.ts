import { describe, expect, test } from 'vitest';
import type { RuntimeClient } from '../../app/runtime-client.ts';
import { AgentError } from '../../base/errors.ts';
import { createIdSource } from '../../base/ids.ts';
import { createScriptedClient, type ScriptedClient } from '../../testing/scripted-client.ts';
import { createLastingClient } from './lasting-client.ts';

/** A runtime that ends when the test says so: from then on it answers nothing. */
function mortal(): ScriptedClient & { die(): void; dying(): void } {
  const lost = Promise.withResolvers<void>();
  let dead = false;
  const scripted = createScriptedClient({ overrides: { lost: lost.promise } });
  const { submit } = scripted.client;
  const client: RuntimeClient = {
    ...scripted.client,
    async submit(submission) {
      const result = await submit(submission);
      if (!dead) return result;
      lost.resolve();
      throw new AgentError('unavailable', 'gone');
    },
  };
  return {
    ...scripted,
    client,
    die: () => lost.resolve(),
    /** Takes the next message, and ends before it can say so. */
    dying: () => {
      dead = true;
    },
  };
}

async function start() {
  const runtimes = [mortal(), mortal()] as const;
  const waiting = [...runtimes];
  const client = await createLastingClient({
    ids: createIdSource(),
    async open() {
      const next = waiting.shift();
      if (next === undefined) throw new AgentError('storage_locked', 'held');
      return next.client;
    },
  });
  const takeovers: number[] = [];
  client.onTakeover(() => takeovers.push(takeovers.length));
  return { client, runtimes, takeovers };
}

const MESSAGE = {
  chatId: 'a',
  text: 'hi',
  language: 'en',
  canAsk: true,
  assumeYes: false,
} as const;
const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('createLastingClient', () => {
  test('moves subscriptions and attachments to the runtime that takes over', async () => {
    const { client, runtimes, takeovers } = await start();
    const seen: string[] = [];
    await client.subscribe('cli:a', ({ type }) => seen.push(type));
    const leave = await client.attach('a', async ({ id }) => void seen.push(id));

    runtimes[0].die();
    await tick();
    runtimes[1].emit('a', { type: 'notice', text: 'x' });
    await runtimes[1].deliver('a', 'news');
    leave();
    await runtimes[1].deliver('a', 'unheard');

    expect(takeovers).toEqual([0]);
    expect(seen).toEqual(['notice', 'out_news']);
  });

  test('sends a message again under the same id when its runtime ended in the middle', async () => {
    const { client, runtimes } = await start();

    runtimes[0].dying();
    const result = await client.submit(MESSAGE);

    const ids = runtimes.flatMap(({ submissions }) => submissions.map(({ id }) => id));
    expect(result.outcome).toBe('accepted');
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('passes on what a living runtime refuses', async () => {
    const { client, runtimes, takeovers } = await start();
    runtimes[0].client.decide = () => Promise.reject(new AgentError('unavailable', 'not now'));

    const decided = client.decide({ id: 'x', verdict: 'denied', scope: 'once' });

    await expect(decided).rejects.toMatchObject({ code: 'unavailable' });
    expect(takeovers).toEqual([]);
  });

  test('says so when no runtime can take over', async () => {
    const { client, runtimes } = await start();

    runtimes[0].die();
    await tick();
    runtimes[1].die();

    await expect(client.broken).rejects.toMatchObject({ code: 'storage_locked' });
    await expect(client.submit(MESSAGE)).rejects.toMatchObject({ code: 'storage_locked' });
  });

  test('opens nothing any more once it is closed', async () => {
    const { client, runtimes, takeovers } = await start();

    await client.close();
    runtimes[0].die();
    await tick();

    expect(takeovers).toEqual([]);
  });
});
