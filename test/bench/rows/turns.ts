import { type BenchRuntime, cpuMs, median, openBench } from '../bed.ts';
import type { Row } from '../row.ts';

const WARM_UP = 200;
const BATCHES = 15;
/** Some systems count CPU in steps of 10 ms: a single turn is too short to be measured. */
const TURNS = 20;
const CALLS = 20;

/** What a turn and a call cost beside the model: CPU of the whole process, one turn at a time, a new session every ten. */
export const turns: Row = {
  name: 'turns',
  async measure() {
    const bench = await openBench();
    try {
      for (let n = 0; n < WARM_UP; n += 1) await bench.turn(`w${n % 10}`, n % 2 ? 'call 5' : 'hi');
      const plain = await cpuPerTurn(bench, 'hi');
      const calling = await cpuPerTurn(bench, `call ${CALLS}`);
      const call = (calling - plain) / CALLS;
      return [
        { name: 'turn overhead, CPU p50', value: plain, unit: 'ms', asked: '<= 3' },
        { name: 'journalled read-only call, CPU', value: call, unit: 'ms', asked: '<= 0.5' },
      ];
    } finally {
      await bench.close();
    }
  },
};

/** The middle batch's mean. */
async function cpuPerTurn(bench: BenchRuntime, text: string): Promise<number> {
  const means: number[] = [];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const spent = await cpuMs(async () => {
      for (let n = 0; n < TURNS; n += 1)
        await bench.turn(`${text}-${batch}-${n % 2}`.replaceAll(' ', '-'), text);
    });
    means.push(spent / TURNS);
  }
  return median(means);
}
