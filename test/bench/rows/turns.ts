import { cpuMs, median, openBench } from '../bed.ts';
import type { Row } from '../row.ts';

const WARM_UP = 100;
const TURNS = 200;
const CALLS = 20;

/** What a turn and a call cost beside the model: CPU of the whole process, one turn at a time, a new session every ten. */
export const turns: Row = {
  name: 'turns',
  async measure() {
    const bench = await openBench();
    try {
      for (let n = 0; n < WARM_UP; n += 1) await bench.turn(`w${n % 10}`, n % 2 ? 'call 5' : 'hi');
      const plain = await repeat(() => cpuMs(() => bench.turn(chat(), 'hi')));
      const calling = await repeat(() => cpuMs(() => bench.turn(chat(), `call ${CALLS}`)));
      const call = (median(calling) - median(plain)) / CALLS;
      return [
        { name: 'turn overhead, CPU p50', value: median(plain), unit: 'ms', asked: '<= 3' },
        { name: 'journalled read-only call, CPU', value: call, unit: 'ms', asked: '<= 0.5' },
      ];
    } finally {
      await bench.close();
    }
  },
};

let count = 0;

function chat(): string {
  count += 1;
  return `c${Math.floor(count / 10)}`;
}

async function repeat(once: () => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  for (let n = 0; n < TURNS; n += 1) values.push(await once());
  return values;
}
