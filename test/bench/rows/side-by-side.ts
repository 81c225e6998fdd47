import { openBench } from '../bed.ts';
import type { Row } from '../row.ts';

const SESSIONS = 20;
const LATENCY_MS = 200;

/** Sessions run side by side: the last of twenty replies, on a model that takes 200 ms. */
export const sideBySide: Row = {
  name: 'side-by-side',
  async measure() {
    const bench = await openBench({ latencyMs: LATENCY_MS });
    try {
      await bench.turn('warm', 'hi');
      const startedAt = performance.now();
      const all = Array.from({ length: SESSIONS }, (_, n) => bench.turn(`s${n}`, 'hi'));
      await Promise.all(all);
      const value = (performance.now() - startedAt) / 1_000;
      return [{ name: '20 sessions at once, last reply', value, unit: 's', asked: '<= 0.5' }];
    } finally {
      await bench.close();
    }
  },
};
