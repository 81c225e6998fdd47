import { readdir, readFile } from 'node:fs/promises';
import type { Clock } from '../base/clock.ts';

/** What a program has started, however it hides: in its session, marked by its environment, or a child of such. */
export interface ProcessTree {
  /** Process id of the first, which leads a session and a group of its own. */
  readonly leader: number;
  /** `NAME=value` that only this one was given. */
  readonly mark: string;
  readonly startedAt: number;
}

interface Member {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

const POLITE_MS = 1_000;
const GIVE_UP_MS = 1_900;
const PAUSE_MS = 25;

/** A command that has run for less cannot have used up all process ids, so that later ones are larger. */
const NO_WRAP_MS = 5_000;

/**
 * Asks all of the tree to end, and kills what has not after a second. Resolves when nothing is left, at the
 * latest after 1.9 s, to how many there were.
 */
export async function endTree(tree: ProcessTree, clock: Clock): Promise<number> {
  const startedAt = clock.monotonic();
  const elapsedMs = () => clock.monotonic() - startedAt;
  const sessions = new Set<number>();
  const members = await membersOf(tree, clock, sessions);
  if (members.length === 0) return 0;

  send('SIGTERM', members);
  // A stopped process takes the request only once it goes on.
  send('SIGCONT', members);
  while (elapsedMs() < POLITE_MS && (await areRunning(members))) await clock.sleep(PAUSE_MS);

  while (elapsedMs() < GIVE_UP_MS) {
    const left = await membersOf(tree, clock, sessions);
    if (left.length === 0) break;
    send('SIGKILL', left);
    await clock.sleep(PAUSE_MS);
  }
  return members.length;
}

/**
 * Every living process of the tree that can be found. Where there is no /proc, the group stands for all of it.
 * `sessions` are those seen so far: they tell what is left of one whose leader has gone.
 */
async function membersOf(
  tree: ProcessTree,
  clock: Clock,
  sessions: Set<number>,
): Promise<readonly Member[]> {
  const pids = await candidates(tree, clock);
  if (pids === undefined) return groupOf(tree.leader);
  const found = await Promise.all(pids.map(readMember));
  const living = found.filter((entry) => entry !== undefined);
  const belong = await Promise.all(living.map((entry) => belongs(entry, tree)));
  return withDescendants(
    living.filter((_, index) => belong[index]),
    living,
    sessions,
  );
}

/** Process ids that can be of the tree; undefined where the system does not list them. */
async function candidates(
  { leader, startedAt }: ProcessTree,
  clock: Clock,
): Promise<readonly number[] | undefined> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  if (pids.length === 0) return undefined;
  const newest = Number((await readText('/proc/loadavg')).trim().split(' ').at(-1));
  const onlyLater = clock.monotonic() - startedAt < NO_WRAP_MS && newest >= leader;
  return onlyLater ? pids.filter((pid) => pid >= leader) : pids;
}

async function readMember(pid: number): Promise<Member | undefined> {
  const stat = await readText(`/proc/${pid}/stat`);
  // The name, in parentheses, may hold anything.
  const [state, ...numbers] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parent = 0, group = 0, session = 0] = numbers.map(Number);
  const isDead = state === undefined || state === '' || 'ZX'.includes(state);
  return isDead || pid === process.pid ? undefined : { pid, parent, group, session };
}

async function belongs({ pid, session }: Member, { leader, mark }: ProcessTree): Promise<boolean> {
  if (session === leader) return true;
  return (await readText(`/proc/${pid}/environ`)).split('\0').includes(mark);
}

/** With children, and with the whole of each session that one of them is in: sessions of the tree are its own. */
function withDescendants(
  members: readonly Member[],
  living: readonly Member[],
  sessions: Set<number>,
) {
  const known = new Set(members.map(({ pid }) => pid));
  let before = -1;
  while (known.size > before) {
    before = known.size;
    for (const { pid, parent, session } of living) {
      if (!known.has(pid) && !known.has(parent) && !sessions.has(session)) continue;
      known.add(pid);
      if (session > 0) sessions.add(session);
    }
  }
  return living.filter(({ pid }) => known.has(pid));
}

function groupOf(leader: number): readonly Member[] {
  const isAlive = signal(-leader, 0);
  return isAlive ? [{ pid: -leader, parent: 0, group: leader, session: leader }] : [];
}

async function areRunning(members: readonly Member[]): Promise<boolean> {
  const found = await Promise.all(
    members.map(({ pid }) => (pid < 0 ? signal(pid, 0) : readMember(pid))),
  );
  return found.some(Boolean);
}

/** To whole groups first: a group is struck at once, so that no member can fork out of it. */
function send(name: NodeJS.Signals, members: readonly Member[]): void {
  for (const group of new Set(members.map((member) => member.group))) signal(-group, name);
  for (const { pid } of members) signal(pid, name);
}

/** False when there is no such process any more, or it is not ours to signal. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Processes come and go while one looks; what is gone, or another user's, has no text. */
async function readText(path: string): Promise<string> {
  return readFile(path, 'latin1').catch(() => '');
}
