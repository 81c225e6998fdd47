import { expect, test } from 'vitest';
import { type GuardDecision, IdempotencyClass } from '../protocol/tool-call.ts';
import { begunCall } from '../testing/begun-call.ts';
import { countedTool } from '../testing/counted-tool.ts';
import { pipelineBed } from '../testing/pipeline-bed.ts';
import { createRandom, type Random } from '../testing/random.ts';
import { scriptedGate } from '../testing/scripted-gate.ts';
import type { Tool } from './tool.ts';

const ROUNDS = 600;

const OBSTACLES = [
  ...['gone', 'hidden', 'foreign to the worker', 'not ready'],
  ...['no JSON', 'denied', 'nobody to ask', 'stopped'],
] as const;

/** What a crash left, and what became of the tool, the policy and the person since. */
interface World {
  readonly then: IdempotencyClass;
  readonly now: IdempotencyClass;
  readonly found: 'done' | 'not_done' | 'unknown' | 'broken';
  readonly obstacles: readonly string[];
}

function createWorld(random: Random): World {
  const then = random.pick(IdempotencyClass.options);
  return {
    then,
    now: random.pick([then, then, ...IdempotencyClass.options]),
    found: random.pick(['done', 'not_done', 'unknown', 'broken']),
    obstacles: OBSTACLES.filter(() => random.next() < 0.15),
  };
}

const DENIAL: GuardDecision = { action: 'deny', reason: 'no', patternKey: 'own', facts: [] };

function toolOf({ now, found, obstacles }: World) {
  const verify: Tool['verify'] = async () => {
    if (found === 'broken') throw new Error('gone');
    return found === 'done'
      ? { state: found, result: { success: true, output: 'was saved' } }
      : { state: found };
  };
  return countedTool({
    idempotency: now,
    ...(now === 'verifiable' && { verify }),
    ...(obstacles.includes('not ready') && {
      readiness: async () => ({ ready: false, reason: 'off' }),
    }),
    ...(obstacles.includes('denied') && { guard: async () => DENIAL }),
  });
}

function surroundingsOf({ obstacles }: World) {
  return {
    caller: obstacles.includes('foreign to the worker') ? { allowedTools: new Set<string>() } : {},
    ...(obstacles.includes('stopped') && { signal: AbortSignal.abort() }),
  };
}

async function resume(world: World) {
  const { obstacles } = world;
  const { tool, runs } = toolOf(world);
  const { recorder, begunAs } = await begunCall(world.then);
  const nobody = { state: 'unavailable', why: 'nobody' } as const;
  const bed = pipelineBed({
    tools: obstacles.includes('gone') ? [] : [tool],
    policy: { deny: obstacles.includes('hidden') ? ['save_note'] : [] },
    ...(obstacles.includes('nobody to ask') && { gate: scriptedGate(nobody) }),
    recorder,
  });
  const input = obstacles.includes('no JSON') ? '{' : { path: 'a.md' };
  const around = surroundingsOf(world);
  const report = await bed.call('save_note', input, { ...around, proposal: { begunAs } });
  const audited = bed.records.filter(({ sideEffect }) => sideEffect).length;
  return { ...report, runs: runs.length, audited, effects: recorder.effects };
}

type End = Awaited<ReturnType<typeof resume>>;

/** Ends that say that the call changed nothing. */
const REFUSALS: readonly string[] = [
  ...['denied', 'approval_required', 'not_visible', 'not_ready', 'invalid_arguments', 'cancelled'],
];

const statusOf = ({ effects }: End) => effects.get('key-of-then')?.status;

/** Promises of the pipeline, each with what breaks it. */
const PROMISES: Readonly<Record<string, (world: World, end: End) => boolean>> = {
  'what may have happened never ends as if it had not': ({ then, now, found }, { outcome }) => {
    const isKnownUndone = found === 'not_done' && [then, now].includes('verifiable');
    return then !== 'pure' && !isKnownUndone && REFUSALS.includes(outcome);
  },
  'the ledger is settled under the key of then': ({ then }, end) =>
    then !== 'pure' && [undefined, 'intent'].includes(statusOf(end)),
  'the ledger holds no other key': ({ then }, { effects, runs }) =>
    effects.size > (then === 'pure' && runs === 0 ? 0 : 1),
  'report and ledger agree on what is unknown': ({ then }, end) =>
    then !== 'pure' && (end.outcome === 'unknown') !== (statusOf(end) === 'unknown'),
  'what is unknown is in the audit once': (_, { outcome, audited }) =>
    outcome === 'unknown' && audited !== 1,
  'what was or is unsafe is not run again': ({ then, now }, { runs }) =>
    runs > 0 && then !== 'pure' && [then, now].includes('unsafe'),
  'what is done is not run again': ({ then, now, found }, { runs }) =>
    runs > 0 && found === 'done' && then !== 'pure' && now === 'verifiable',
  'nothing runs past an obstacle': ({ obstacles }, { runs }) => runs > 0 && obstacles.length > 0,
  'it runs once at most': (_, { runs }) => runs > 1,
};

test('T7 US2 whatever has changed since a crash, a call that it cut is told of truly everywhere', async () => {
  const random = createRandom(41);
  const broken: string[] = [];

  for (let round = 0; round < ROUNDS; round += 1) {
    const world = createWorld(random);
    const end = await resume(world);
    const names = Object.keys(PROMISES).filter((name) => PROMISES[name]?.(world, end));
    broken.push(...names.map((name) => `${name}: ${JSON.stringify(world)} → ${end.outcome}`));
  }

  expect(broken).toEqual([]);
});
