import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import type { RoutedRequest } from '../../src/models/router-contract.ts';
import { calls, createScriptedRouter, says } from '../../src/testing/scripted-router.ts';
import { createRuntimeBed, until } from './runtime-bed.ts';

const WARM_UP = 300;
const TURNS = 300;
const SESSIONS = 50;
/** Less than one turn's messages, journal and requests would take if they stayed. */
const MOST_KILOBYTES_PER_TURN = 10;

/** One tool call, then an answer. */
function script({ messages }: RoutedRequest) {
  return messages.at(-1)?.role === 'tool' ? says('ok') : calls('list_dir', { path: '.' });
}

// Ten thousand turns, cold start and idle memory are measured by `npm run bench`.
describe('F5 hundreds of turns', () => {
  test('leave nothing behind in memory or in a queue', async () => {
    // The bed's own router remembers every request.
    const { stream, ...router } = createScriptedRouter({ clock: systemClock, script });
    const forgetful = {
      ...router,
      stream: (request: RoutedRequest, signal: AbortSignal) => {
        (router.requests as RoutedRequest[]).length = 0;
        return stream(request, signal);
      },
    };
    const bed = await createRuntimeBed({
      set: ['storage.durability=normal', 'log.level=silent'],
      parts: { router: forgetful },
    });
    const { client, storage } = bed.runtime();
    for (let chat = 0; chat < SESSIONS; chat += 1) {
      await client.attach(`chat${chat}`, () => Promise.resolve());
    }
    const talk = async (turns: number) => {
      for (let n = 0; n < turns; n += 1) await bed.turn('hi', { chatId: `chat${n % SESSIONS}` });
      bed.events.length = 0;
      return heapUsed();
    };

    const before = await talk(WARM_UP);
    const after = await talk(TURNS);

    const kilobytesPerTurn = (after - before) / 1_024 / TURNS;
    expect(kilobytesPerTurn).toBeLessThan(MOST_KILOBYTES_PER_TURN);
    await until(async () => {
      const { runningTurns, queuedMessages, waitingTurns, pendingDeliveries } =
        await client.status();
      return runningTurns + queuedMessages + waitingTurns + pendingDeliveries === 0;
    });
    expect(await storage.leases.list()).toEqual([]);
  }, 120_000);
});

/** After everything that can be freed has been. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
