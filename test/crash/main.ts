// `npm run crash -- --rounds N --seed S`: kills a runtime N times and counts what was lost, repeated or disordered.
import { parseArgs } from 'node:util';
import { isBroken, runCrashMatrix } from './matrix.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});
const rounds = wholeNumber('rounds', values.rounds);
const seed = wholeNumber('seed', values.seed);
const startedAt = Date.now();
let done = 0;

const { findings, ...counts } = await runCrashMatrix({ rounds, seed, onRound: showProgress });
for (const { kind, what } of findings) {
  if (kind !== 'unknown') process.stderr.write(`${kind}: ${what}\n`);
}
const seconds = Math.round((Date.now() - startedAt) / 1_000);
process.stdout.write(`${JSON.stringify({ ...counts, seed, seconds })}\n`);
process.exitCode = isBroken({ findings, ...counts }) ? 1 : 0;

function showProgress() {
  done += 1;
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${rounds} rounds `);
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  process.stderr.write(`--${name} takes a whole number, not ${text}.\n`);
  process.exit(2);
}
