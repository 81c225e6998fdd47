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
import type { ModelMessage } from './model-provider.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function serve(answer: Parameters<typeof startRawServer>[0]): Promise<RawServer> {
  const server = await startRawServer(answer);
  cleanups.push(server.stop);
  return server;
}

describe.each(WIRES)('$name', ({ name, toolCall, open }) => {
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
    const server = await serve(({ headers }, response) =>
      sendCut(response, toolCall.subarray(0, Number(headers['x-cut']))),
    );

    const begin = toolCall.indexOf('write_file') - 90;
    await inParallel(begin, toolCall.length, async (cut) => {
      const provider = open(server.url, { headers: { 'x-cut': String(cut) } });
      const { calls, ends: ended } = summarise(
        await collect(provider.stream(userRequest('go'), callOptions())),
      );
      const end = ended[0];
      const complete = end?.type === 'finish';
      if (ended.length !== 1 || calls.length !== (complete ? 1 : 0)) {
        throw new Error(`cut at ${cut}: ${JSON.stringify({ ended, calls })}`);
      }
      const kind = end?.type === 'error' ? end.failure.code : 'finish';
      ends.set(kind, (ends.get(kind) ?? 0) + 1);
    });

    expect([...ends.keys()].filter((kind) => kind !== 'finish')).toEqual(['network']);
    expect(ends.get('network')).toBeGreaterThan((toolCall.length - begin) * 0.6);
  });

  test('V25 passes no call on when the stream ends too early, at whatever event', async () => {
    const events = toolCall.toString().split('\n\n').slice(0, -1);
    const server = await serve(({ headers }, response) =>
      sendEvents(response, `${events.slice(0, Number(headers['x-cut'])).join('\n\n')}\n\n`),
    );
    const outcomes: string[] = [];

    for (let cut = 0; cut < events.length; cut += 1) {
      const provider = open(server.url, { headers: { 'x-cut': String(cut) } });
      const parts = await collect(provider.stream(userRequest('go'), callOptions()));
      const { calls, last } = summarise(parts);
      if (last?.type === 'error') expect(calls).toEqual([]);
      outcomes.push(last?.type === 'error' ? last.failure.code : String(last?.type));
    }

    expect(new Set(outcomes)).toEqual(
      // Chat Completions has said all before its counts and its closing mark.
      new Set(/chat|compatible/.test(name) ? ['protocol', 'finish'] : ['protocol']),
    );
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

async function inParallel(begin: number, end: number, task: (at: number) => Promise<void>) {
  let next = begin;
  const worker = async () => {
    while (next < end) {
      next += 1;
      await task(next - 1);
    }
  };
  await Promise.all(Array.from({ length: 12 }, worker));
}
