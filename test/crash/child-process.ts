import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { POINTS, type Point, type Trap } from './points.ts';

export interface ChildOptions {
  readonly dataDir: string;
  readonly sinkUrl: string;
  /** Whether the platform itself drops a reply that it has already. */
  readonly deduplicates: boolean;
  /** Set from the first moment on, so that recovery itself can be hit. */
  readonly trap?: Trap | undefined;
}

/** A runtime in a process of its own. */
export interface Child {
  /** True once it works, false when it died before. */
  readonly ready: Promise<boolean>;
  /** Resolves to the exit code; null after a kill. */
  readonly exited: Promise<number | null>;
  /** The labelled point at which it was killed. */
  diedAt(): Point | undefined;
  setTrap(trap: Trap | undefined): Promise<void>;
  kill(): void;
  /** Asks it to end in order. */
  end(): Promise<number | null>;
}

const PROGRAM = join(import.meta.dirname, 'child.ts');
/** Compiled sources, so that hundreds of starts do not compile them again. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'echo-agent-compile-cache');

export function startChild({ dataDir, sinkUrl, deduplicates, trap }: ChildOptions): Child {
  const option = deduplicates ? 'deduplicates' : 'plain';
  const args = [PROGRAM, dataDir, sinkUrl, option, ...(trap ? [trap.point, `${trap.nth}`] : [])];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE },
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const heard = (word: string) =>
    new Promise<boolean>((resolve) => {
      child.on('message', (message) => message === word && resolve(true));
      void exited.then(() => resolve(false));
    });

  return {
    ready: heard('ready'),
    exited,
    diedAt: () => POINTS.find((point) => output.includes(`hit ${point}\n`)),

    async setTrap(next) {
      const set = heard('set');
      child.send({ trap: next });
      await set;
    },

    kill: () => void child.kill('SIGKILL'),

    end() {
      child.send('end');
      return exited;
    },
  };
}
