import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import type { RunEvent } from '../../src/protocol/run-event.ts';
import { openStorage } from '../../src/storage/index.ts';
import type { Storage } from '../../src/storage/storage.ts';

/** How a command line ended. */
export interface CliEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command line in a process of its own. */
export interface CliProcess {
  readonly pid: number;
  readonly ended: Promise<CliEnd>;
  /** Resolves once this stands in what it has written so far. */
  wrote(stream: 'stdout' | 'stderr', text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

export interface CliOptions {
  readonly variables?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Written to its standard input, which is closed then. */
  readonly input?: string;
  /** In front of `node`, such as `prlimit --fsize=…`. */
  readonly through?: readonly string[];
}

/** For tests that start processes: on a machine with other work, each may take seconds. */
export const PATIENCE = { timeout: 120_000 } as const;

const MAIN = join(import.meta.dirname, '../../src/cli/main.ts');
/** Compiled sources, so that dozens of starts do not compile them again. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'echo-agent-compile-cache');

/** A home folder, a workspace and a data folder for one test, and the real command line on them. */
export function createProcessHome() {
  const root = mkdtempSync(join(tmpdir(), 'e2e-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, 'home');
  const workspace = join(root, 'workspace');
  const dataDir = join(home, '.echo-agent');
  const configFile = join(dataDir, 'echo-agent.yaml');
  for (const folder of [workspace, dataDir]) mkdirSync(folder, { recursive: true, mode: 0o700 });

  function start(args: readonly string[], options: CliOptions = {}): CliProcess {
    const { variables, cwd = workspace, input, through = [] } = options;
    const [program = '', ...rest] = [...through, process.execPath, MAIN, ...args];
    const child = spawn(program, rest, {
      cwd,
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        LANG: 'en_US.UTF-8',
        TZ: 'UTC',
        NODE_COMPILE_CACHE,
        ...variables,
      },
    });
    const written = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        written[stream] += text;
      });
    }
    child.stdin.on('error', () => undefined).end(input ?? '');
    const ended = new Promise<CliEnd>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode, signal) => resolve({ exitCode, signal, ...written }));
    });
    onTestFinished(() => void child.kill('SIGKILL'));

    return {
      pid: child.pid ?? -1,
      ended,
      kill: (signal) => void child.kill(signal),
      async wrote(stream, text) {
        const over = ended.then((end) => {
          if (end[stream].includes(text)) return;
          throw new Error(`It ended without "${text}": ${JSON.stringify(end)}`);
        });
        const seen = new Promise<void>((resolve) => {
          const look = () => written[stream].includes(text) && resolve();
          child[stream].on('data', look);
          look();
        });
        await Promise.race([seen, over]);
      },
    };
  }

  return {
    root,
    home,
    workspace,
    dataDir,
    configFile,
    start,

    run: (args: readonly string[], options?: CliOptions) => start(args, options).ended,

    /** The configuration file, as a person would have written it. */
    configure(config: Readonly<Record<string, unknown>>, path = configFile): void {
      writeFileSync(path, stringify(config), { mode: 0o600 });
    },

    /** What is stored, beside whoever works on it. */
    async read<Result>(use: (storage: Storage) => Promise<Result>): Promise<Result> {
      const options = { dataDir, durability: 'full', readOnly: true, now: Date.now } as const;
      const storage = await openStorage('sqlite', options);
      try {
        return await use(storage);
      } finally {
        await storage.close();
      }
    },
  };
}

export type ProcessHome = ReturnType<typeof createProcessHome>;

/** The events that `run --json` wrote. */
export function eventsOf({ stdout }: CliEnd): RunEvent[] {
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as RunEvent);
}

/** The last event of `run --json`. */
export function turnEndOf(end: CliEnd): Extract<RunEvent, { type: 'turn-end' }> {
  const last = eventsOf(end).at(-1);
  if (last?.type === 'turn-end') return last;
  throw new Error(`The turn has no end: ${JSON.stringify(end)}`);
}
