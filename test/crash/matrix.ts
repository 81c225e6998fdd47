import { createRandom } from '../../src/testing/random.ts';
import { checkEvidence, type Finding } from './check.ts';
import type { Child } from './child-process.ts';
import { gatherEvidence } from './evidence.ts';
import { planRound } from './plan.ts';
import { type Place, runRound } from './run-round.ts';
import { createWorld, type World } from './world.ts';

/** What came of all rounds. */
export interface CrashReport {
  readonly rounds: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly repeated: number;
  readonly unknown: number;
  readonly disordered: number;
  /** Messages that ended in a stated failure. */
  readonly failed: number;
  /** How often the runtime was killed at each labelled point, and elsewhere. */
  readonly deaths: Readonly<Record<string, number>>;
  /** What every number above is made of. */
  readonly findings: readonly Finding[];
}

export interface MatrixOptions {
  readonly rounds: number;
  readonly seed: number;
  /** Called at the end of each. */
  onRound?(): void;
}

/** Rounds on one data folder; then a new one, so that histories stay short. */
const LONGEST_WORLD = 25;
const WORLDS_AT_ONCE = 2;

/** Kills a runtime `rounds` times and judges what became of what it had accepted. */
export async function runCrashMatrix(options: MatrixOptions): Promise<CrashReport> {
  const { rounds } = options;
  const perWorld = Math.min(LONGEST_WORLD, Math.ceil(rounds / 2));
  const waiting = Array.from({ length: Math.ceil(rounds / perWorld) }, (_, world) => world);
  const spans: Span[] = [];
  const work = Array.from({ length: WORLDS_AT_ONCE }, async () => {
    for (let world = waiting.shift(); world !== undefined; world = waiting.shift()) {
      const first = world * perWorld;
      const last = Math.min(rounds, first + perWorld);
      spans.push(await runWorld({ ...options, first, last, deduplicates: world % 2 === 0 }));
    }
  });
  await Promise.all(work);
  const findings = spans.flatMap((span) => span.findings);
  const count = (kind: Finding['kind']) => findings.filter((each) => each.kind === kind).length;
  return {
    rounds: spans.reduce((sum, span) => sum + span.rounds, 0),
    acknowledged: spans.reduce((sum, span) => sum + span.acknowledged, 0),
    lost: count('lost'),
    repeated: count('repeated'),
    unknown: count('unknown'),
    disordered: count('disordered'),
    failed: count('failed'),
    deaths: tally(spans.flatMap(({ deaths }) => deaths)),
    findings,
  };
}

export function isBroken({ lost, repeated, disordered }: CrashReport): boolean {
  return lost + repeated + disordered > 0;
}

interface Span {
  readonly rounds: number;
  readonly acknowledged: number;
  readonly deaths: readonly Place[];
  readonly findings: readonly Finding[];
}

interface SpanOptions extends MatrixOptions {
  readonly first: number;
  readonly last: number;
  readonly deduplicates: boolean;
}

async function runWorld(options: SpanOptions): Promise<Span> {
  const world = await createWorld(options.deduplicates);
  try {
    const { rounds, deaths } = await runRounds(world, options);
    const findings = checkEvidence(await gatherEvidence(world));
    return { rounds, acknowledged: world.acknowledged.size, deaths, findings };
  } finally {
    await world.remove();
  }
}

/** Stops early when something stays open: then what it is will be found. */
async function runRounds(world: World, { first, last, seed, onRound }: SpanOptions) {
  const deaths: Place[] = [];
  let child: Child | undefined = world.start();
  await child.ready;
  let round = first;
  for (; round < last && child !== undefined; round += 1) {
    const random = createRandom(seed * 1_000_003 + round);
    const end = await runRound(world, child, planRound(round, random));
    deaths.push(...end.deaths);
    child = end.child;
    onRound?.();
  }
  await child?.end();
  return { rounds: round - first, deaths };
}

function tally(places: readonly Place[]): Record<string, number> {
  const groups = Object.groupBy(places, (place) => place);
  return Object.fromEntries(Object.entries(groups).map(([place, all]) => [place, all.length]));
}
