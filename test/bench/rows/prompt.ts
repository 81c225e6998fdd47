import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { openBench } from '../bed.ts';
import type { Row } from '../row.ts';

/** What "hi" costs with the default profile: prompt tokens by a real tokenizer, and model calls. */
export const prompt: Row = {
  name: 'prompt',
  async measure() {
    const bench = await openBench({ plain: true });
    try {
      await bench.turn('hi', 'hi');
      const [request] = bench.requests;
      const text = JSON.stringify([request?.tools, request?.messages]) + (request?.system ?? '');
      return [
        { name: 'prompt for "hi"', value: countTokens(text), unit: 'tokens', asked: '<= 3000' },
        { name: 'model calls for "hi"', value: bench.requests.length, unit: '', asked: '= 1' },
      ];
    } finally {
      await bench.close();
    }
  },
};
