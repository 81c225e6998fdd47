import { describe, expect, onTestFinished, test } from 'vitest';
import type { RuntimeParts } from '../../src/app/runtime-parts.ts';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { readTrace } from '../../src/diagnosis/read-trace.ts';
import { textOf } from '../../src/protocol/content.ts';
import { says } from '../../src/testing/scripted-router.ts';
import { type Answer, startRawServer } from '../fake-models/raw-server.ts';
import { attach, createRuntimeBed, type RuntimeBed, until } from './runtime-bed.ts';

const answering = () => says('Here you are.');

/** A platform behind real HTTP that takes the replies of the command line's chats. */
async function startPlatform(answer: Answer) {
  const server = await startRawServer(answer);
  onTestFinished(server.stop);
  const parts: RuntimeParts = {
    targets: {
      cli: {
        async deliver(event, signal) {
          const body = textOf(event.content);
          const response = await fetch(server.url, { method: 'POST', body, signal });
          const { ok } = (await response.json()) as { ok: boolean };
          if (ok) return { state: 'sent' };
          return { state: 'failed', reason: 'refused inside a 200', retryable: false };
        },
      },
    },
  };
  return { parts, requests: server.requests };
}

async function deliveryOf({ runtime }: RuntimeBed, inboundId: string) {
  const trace = await readTrace(runtime().storage, inboundId);
  return trace?.deliveries.at(-1);
}

describe('V11 a platform that takes a reply and breaks the connection', () => {
  test('gets it once: nobody can say whether it arrived, so it is unknown, also after a restart', async () => {
    const platform = await startPlatform((_, response) => void response.destroy());
    const bed = await createRuntimeBed({ script: answering, parts: platform.parts });
    const { inboundId } = (await bed.turn('hi')).end;
    await until(async () => (await deliveryOf(bed, inboundId))?.state === 'unknown');

    await bed.start();
    await bed.turn('are you there?');
    await until(() => platform.requests.length === 2);

    const { unknownDeliveries } = await bed.runtime().client.status();
    expect((await deliveryOf(bed, inboundId))?.state).toBe('unknown');
    expect(unknownDeliveries.length).toBeGreaterThanOrEqual(1);
    expect(platform.requests).toHaveLength(2);
  });
});

describe('V15 a platform that answers 200 with an error inside', () => {
  test('has not taken the reply: it is failed with the reason, and the chat goes on', async () => {
    const platform = await startPlatform(({ body }, response) => {
      response.end(JSON.stringify({ ok: body !== 'Here you are.' }));
    });
    const bed = await createRuntimeBed({
      script: (_, call) => says(call === 0 ? 'Here you are.' : 'And again.'),
      parts: platform.parts,
    });

    const first = (await bed.turn('hi')).end.inboundId;
    const second = (await bed.turn('hi again')).end.inboundId;
    await until(async () => (await deliveryOf(bed, second))?.state === 'sent');

    expect(await deliveryOf(bed, first)).toMatchObject({
      state: 'failed',
      receipt: 'refused inside a 200',
    });
    expect(platform.requests).toHaveLength(2);
  });
});

describe('V13 V14 a reply that nobody took before the end of the process', () => {
  test('is delivered after the next start, once', async () => {
    const bed = await createRuntimeBed({ script: answering });
    await bed.turn('hi');

    await bed.start();
    const { replies } = await attach(bed);
    await until(() => replies.length > 0);
    await bed.start();
    const later = await attach(bed);
    await bed.turn('still there?');
    await until(() => later.replies.length > 0);

    expect(replies.map(({ text }) => text)).toEqual(['Here you are.']);
    expect(later.replies).toHaveLength(1);
  });

  test('is expired and not sent once its time is over', async () => {
    const bed = await createRuntimeBed({ script: answering, set: ['bus.outboxTtl=1h'] });
    const { inboundId } = (await bed.turn('hi')).end;

    await bed.start(answering, { clock: laterBy(2 * 3_600_000) });
    const { replies } = await attach(bed);
    await bed.turn('still there?');
    await until(() => replies.length > 0);

    expect(replies).toHaveLength(1);
    expect((await deliveryOf(bed, inboundId))?.state).toBe('expired');
  });
});

function laterBy(ms: number): Clock {
  return { ...systemClock, now: () => systemClock.now() + ms };
}
