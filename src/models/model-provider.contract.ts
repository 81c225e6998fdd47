import { describe, expect, test } from 'vitest';
import { Usage } from '../protocol/usage.ts';
import type { CallOptions, ModelPart, ModelProvider, ModelRequest } from './model-provider.ts';

export interface ProviderUnderTest {
  readonly provider: ModelProvider;
  /** One that the provider answers. */
  readonly request: ModelRequest;
  readonly credential?: string;
}

/** The contract of `ModelProvider`, as tests. `open` is called for each of them. */
export function modelProviderContract(name: string, open: () => Promise<ProviderUnderTest>): void {
  async function collect(signal: AbortSignal, watch: () => void = () => undefined) {
    const { provider, request, credential } = await open();
    const options: CallOptions = { signal, ...(credential !== undefined && { credential }) };
    const parts: ModelPart[] = [];
    for await (const part of provider.stream(request, options)) {
      parts.push(part);
      watch();
    }
    return parts;
  }

  describe(`${name} as a ModelProvider`, () => {
    test('ends an answer with its only end', async () => {
      const parts = await collect(new AbortController().signal);

      expect(parts.filter(isEnd)).toHaveLength(1);
      expect(parts.at(-1)?.type).toBe('finish');
    });

    test('counts what the answer cost', async () => {
      const parts = await collect(new AbortController().signal);

      const last = parts.at(-1);
      expect(Usage.safeParse(last?.type === 'finish' ? last.usage : undefined).success).toBe(true);
    });

    test('passes on calls only whole, each with an id of its own', async () => {
      const parts = await collect(new AbortController().signal);

      const calls = parts.filter((part) => part.type === 'tool-call');
      const ids = calls.map(({ providerCallId }) => providerCallId);
      expect(calls.filter(({ tool }) => tool === '')).toEqual([]);
      expect([new Set(ids).size, ids.includes('')]).toEqual([ids.length, false]);
    });

    test('ends as aborted, and throws nothing, when it was stopped before', async () => {
      const parts = await collect(AbortSignal.abort());

      expect(parts).toMatchObject([{ type: 'error', failure: { code: 'aborted' } }]);
    });

    test('throws nothing when it is stopped in the middle', async () => {
      const stop = new AbortController();

      const parts = await collect(stop.signal, () => stop.abort());

      expect(parts.filter(isEnd)).toHaveLength(1);
      expect(isEnd(parts.at(-1))).toBe(true);
    });
  });
}

function isEnd(part: ModelPart | undefined): boolean {
  return part?.type === 'finish' || part?.type === 'error';
}
