import { openBench } from '../bed.ts';
import type { Row } from '../row.ts';

const TURNS = 10_000;
const STEP = 1_000;
/** The heap finds its size in the first turns; growth after them is growth. */
const WARM_UP = 2_000;

/** Ten thousand turns in a hundred sessions: what grows that should not. */
export const soak: Row = {
  name: 'soak',
  slow: true,
  async measure() {
    const bench = await openBench();
    const rss: number[] = [];
    try {
      const startedAt = performance.now();
      for (let n = 1; n <= TURNS; n += 1) {
        await bench.turn(`s${n % 100}`, n % 5 === 0 ? 'call 2' : 'hi');
        if (n % STEP === 0 && n >= WARM_UP) rss.push(megabytes());
      }
      const seconds = (performance.now() - startedAt) / 1_000;
      return [
        { name: 'soak, 10,000 turns', value: seconds, unit: 's', asked: '<= 600' },
        { name: 'soak, RSS growth per 1,000 turns', value: slope(rss), unit: 'MB', asked: '< 1' },
        { name: 'soak, RSS at the end', value: rss.at(-1) ?? 0, unit: 'MB', asked: '' },
      ];
    } finally {
      await bench.close();
    }
  },
};

function megabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss() / 1_048_576;
}

/** Least squares over equally spaced values. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const above = values.reduce((sum, value, x) => sum + (x - middle) * (value - mean), 0);
  const below = values.reduce((sum, _, x) => sum + (x - middle) ** 2, 0);
  return above / below;
}
