import { afterEach, describe, expect, test } from 'vitest';
import { startAimock } from '../../test/fake-models/aimock.ts';
import {
  type RawServer,
  sendCut,
  sendEvents,
  startRawServer,
} from '../../test/fake-models/raw-server.ts';
import {
  callOptions,
  collect,
  READ_FILE,
  summarise,
  userRequest,
  WIRES,
} from '../../test/fake-models/wires.ts';
import type { ModelMessage, ModelProvider } from './model-provider.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function serve(answer: Parameters<typeof startRawServer>[0]): Promise<RawServer> {
  const server = await startRawServer(answer);
  cleanups.push(server.stop);
  return server;
}

describe.each(WIRES)('$name', ({ toolCall, open }) => {
  test('streams reasoning, one complete call and the token counts of a recorded answer', async () => {
    const server = await serve((_, response) => sendEvents(response, toolCall));

    const parts = await collect(open(server.url).stream(userRequest('go'), callOptions()));

    const { calls, last } = summarise(parts);
    expect(calls).toMatchObject([{ tool: 'write_file' }]);
    expect(JSON.parse(calls[0]?.argumentsText ?? '')).toEqual({
      path: 'a.txt',
      content: '买\n牛奶',
    });
    expect(last).toMatchObject({
      type: 'finish',
      reason: 'tool-calls',
      usage: { inputTokens: 90, outputTokens: 21, cacheReadTokens: 64 },
    });
  });

  test('V25 passes no call on when the connection breaks, at whatever byte of it', async () => {
    const ends = new Map<string, number>();
    const begin = toolCall.indexOf('write_file') - 90;

    for (let cut = begin; cut < toolCall.length; cut += 1) {
      const broken = open('http://wire.test', {}, { fetch: answersPart(toolCall, cut, 'breaks') });
      const kind = await howItEnds(broken);
      ends.set(kind, (ends.get(kind) ?? 0) + 1);
    }

    expect([...ends.keys()].filter((kind) => kind !== 'finish')).toEqual(['protocol']);
    expect(ends.get('protocol')).toBeGreaterThan((toolCall.length - begin) * 0.6);
  }, 60_000);

  test('V25 passes no call on when the stream ends too early, wherever that is', async () => {
    const kinds = new Set<string>();

    for (let cut = toolCall.indexOf('write_file') - 90; cut < toolCall.length; cut += 7) {
      const short = open('http://wire.test', {}, { fetch: answersPart(toolCall, cut, 'ends') });
      kinds.add(await howItEnds(short));
    }

    expect([...kinds].filter((kind) => kind !== 'finish')).toEqual(['protocol']);
  });

  test('V25 passes no call on when a real connection breaks', async () => {
    let cut = 0;
    const server = await serve((_, response) => sendCut(response, toolCall.subarray(0, cut)));
    const kinds: string[] = [];

    for (const share of [0, 0.3, 0.5, 0.6, 0.7, 0.8]) {
      cut = Math.floor(toolCall.length * share);
      kinds.push(await howItEnds(open(server.url)));
    }

    // Without a byte of it there may be no answer yet.
    expect(['network', 'protocol']).toContain(kinds[0]);
    expect(new Set(kinds.slice(1))).toEqual(new Set(['protocol']));
  });
});

describe('every wire against a server of its own process', () => {
  test.each(WIRES)(
    '$name runs the loop of a tool, reads a picture, and is counted',
    async (wire) => {
      const aimock = await startAimock();
      cleanups.push(aimock.stop);
      const provider = wire.open(aimock.url);
      const question: ModelMessage = {
        role: 'user',
        content: [{ type: 'text', text: 'read notes' }],
      };

      const first = summarise(
        await collect(provider.stream(userRequest('read notes'), callOptions())),
      );
      const call = first.calls[0];
      if (call?.type !== 'tool-call') throw new Error('no call');
      const messages: ModelMessage[] = [
        question,
        {
          role: 'assistant',
          model: 'p/some-model',
          parts: [{ ...call, callId: 'tool_0_0' }],
        },
        {
          role: 'tool',
          results: [
            {
              providerCallId: call.providerCallId,
              tool: 'read_file',
              text: 'buy milk',
              failed: false,
            },
          ],
        },
      ];
      const second = summarise(
        await collect(provider.stream(userRequest('', { messages }), callOptions())),
      );
      const picture = summarise(
        await collect(
          provider.stream(
            userRequest('', {
              tools: [READ_FILE],
              toolChoice: 'none',
              messages: [
                {
                  role: 'user',
                  content: [
                    { type: 'text', text: 'describe the picture' },
                    { type: 'image', mediaType: 'image/png', base64: PIXEL },
                  ],
                },
              ],
            }),
            callOptions(),
          ),
        ),
      );

      expect(JSON.parse(call.argumentsText)).toEqual({ path: 'notes.txt' });
      expect(first.last).toMatchObject({ type: 'finish', reason: 'tool-calls' });
      expect(second.text).toBe('The notes say: buy milk. 买牛奶。');
      expect(second.last).toMatchObject({
        type: 'finish',
        reason: 'stop',
        usage: { inputTokens: 120, outputTokens: 12 },
      });
      expect(picture.text).toBe('A red dot.');
    },
  );
});

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** How a call ends; fails when it ends more than once, or passes on a call although it failed. */
async function howItEnds(provider: ModelProvider): Promise<string> {
  const parts = await collect(provider.stream(userRequest('go'), callOptions()));
  const { calls, ends } = summarise(parts);
  const [end] = ends;
  if (ends.length !== 1 || calls.length !== (end?.type === 'finish' ? 1 : 0)) {
    throw new Error(JSON.stringify(parts));
  }
  return end?.type === 'error' ? end.failure.code : 'finish';
}

/** A server without a network: answers with the first bytes of a recorded stream, then breaks off or just ends. */
function answersPart(bytes: Buffer, length: number, then: 'breaks' | 'ends'): typeof fetch {
  return async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.subarray(0, length));
      },
      pull(controller) {
        const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
        if (then === 'breaks') controller.error(new TypeError('terminated', { cause }));
        else controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}
