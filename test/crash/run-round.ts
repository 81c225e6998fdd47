import type { Child } from './child-process.ts';
import type { Death, RoundPlan } from './plan.ts';
import type { Point } from './points.ts';
import type { World } from './world.ts';

/** Where the runtime was killed. */
export type Place = Point | 'elsewhere';

export interface RoundEnd {
  /** The runtime that works now; undefined when what it had accepted did not come to an end. */
  readonly child: Child | undefined;
  readonly deaths: readonly Place[];
}

const LONGEST_LIFE_MS = 20_000;

/** Sends messages, kills the runtime in the middle, starts it again, and waits until everything has come to an end. */
export async function runRound(world: World, first: Child, plan: RoundPlan): Promise<RoundEnd> {
  const deaths: Place[] = [];
  const note = (dead: Child) => deaths.push(dead.diedAt() ?? 'elsewhere');

  await dieWhileSending(world, first, plan);
  note(first);
  if (plan.secondDeath !== undefined) {
    const second = await recover(world, plan, plan.secondDeath);
    if (second.state !== 'died') return { child: alive(second), deaths };
    note(second.child);
  }
  return { child: alive(await recover(world, plan)), deaths };
}

async function dieWhileSending(world: World, child: Child, { messages, death }: RoundPlan) {
  if ('point' in death) await child.setTrap(death);
  const sending = world.send(messages);
  const killing = setTimeout(child.kill, 'point' in death ? LONGEST_LIFE_MS : death.afterMs);
  await child.exited;
  clearTimeout(killing);
  await sending;
}

interface Recovery {
  readonly child: Child;
  readonly state: 'settled' | 'stuck' | 'died';
}

/** A new process takes over; who was not answered when it sent its message sends it again. */
async function recover(world: World, plan: RoundPlan, death?: Death): Promise<Recovery> {
  const child = world.start(death && 'point' in death ? death : undefined);
  let dead = false;
  const exited = child.exited.then(() => {
    dead = true;
  });
  const timer = death && 'afterMs' in death ? setTimeout(kill, death.afterMs) : undefined;
  let killed = false;

  function kill() {
    killed = true;
    child.kill();
  }

  await child.ready;
  await world.send(plan.messages);
  const settled = await world.settled(() => dead || killed);
  clearTimeout(timer);
  if (killed) await exited;
  if (dead) return { child, state: 'died' };
  if (death !== undefined) await child.setTrap(undefined);
  return { child, state: settled ? 'settled' : 'stuck' };
}

function alive({ child, state }: Recovery): Child | undefined {
  if (state === 'settled') return child;
  child.kill();
  return undefined;
}
