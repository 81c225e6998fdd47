import { PassThrough, Writable } from 'node:stream';
import type { RuntimeClient } from '../app/runtime-client.ts';
import { settingsInForce } from '../app/settings-in-force.ts';
import { createIdSource } from '../base/ids.ts';
import type { CliApp, CliDeps, CliSettings } from '../cli/cli-deps.ts';
import { runCli } from '../cli/run-cli.ts';
import { createEnvironment } from '../config/environment.ts';
import { type Config, CoreConfig } from '../config/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { createEmulatedTerminal } from './emulated-terminal.ts';
import { createManualClock } from './manual-clock.ts';
import { createScriptedClient } from './scripted-client.ts';

export interface CliStageOptions {
  readonly client?: RuntimeClient;
  /** The configuration as a file would say it. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly app?: Partial<CliApp>;
  /** What commands read that only read. */
  readonly storage?: Storage;
  /** Sits a person at a terminal of so many columns. */
  readonly terminal?: { readonly columns: number };
  readonly workspace?: string;
  readonly cwd?: string;
  readonly home?: string;
}

const PATIENCE_MS = 5_000;

/** A command line without a process: typed at, read from, and signalled by a test. */
export function createCliStage(options: CliStageOptions = {}) {
  const manual = createManualClock();
  const terminal = createEmulatedTerminal(options.terminal?.columns ?? 80);
  const stdin = Object.assign(new PassThrough(), inputTraits(options));
  const stdout = collect(options.terminal && terminal.write);
  const stderr = collect(options.terminal && terminal.write);
  const signals = new Map<string, Set<() => void>>();
  const client = options.client ?? createScriptedClient().client;
  const settings: CliSettings = {
    config: parseConfig(options.config ?? {}),
    dataDir: '/nowhere/data',
    workspace: options.workspace ?? '/nowhere/workspace',
    configFile: undefined,
    said: [],
    warnings: [],
  };

  const deps: CliDeps = {
    app: { ...idleApp(client, settings), ...readerOf(options), ...options.app },
    streams: {
      stdin,
      stdout: Object.assign(stdout.stream, outputTraits(options)),
      stderr: Object.assign(stderr.stream, outputTraits(options)),
    },
    environment: createEnvironment({ NO_COLOR: '1', LANG: 'en_US.UTF-8', ...options.variables }),
    clock: manual.clock,
    ids: createIdSource(),
    version: '9.9.9',
    cwd: options.cwd ?? '/nowhere',
    home: options.home ?? '/home/me',
    onSignal(signal, handler) {
      const handlers = signals.get(signal) ?? new Set();
      signals.set(signal, handlers.add(handler));
      return () => void handlers.delete(handler);
    },
  };

  return {
    deps,
    settings,
    terminal,
    advance: manual.advance,
    output: stdout.text,
    notes: stderr.text,
    /** Runs one command line; resolves to its exit code. */
    run: (...argv: string[]) => runCli(argv, deps).ended,
    type: (text: string) => void stdin.write(text),
    endInput: () => void stdin.end(),
    signal(name: string) {
      for (const handler of signals.get(name) ?? []) handler();
    },
    /** Waits until the output holds a text. */
    async sees(text: string): Promise<void> {
      const deadline = performance.now() + PATIENCE_MS;
      while (!seen().includes(text)) {
        if (performance.now() > deadline) throw new Error(`Not seen: ${text}\n${seen()}`);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
  };

  function seen(): string {
    return options.terminal ? terminal.lines().join('\n') : stdout.text() + stderr.text();
  }
}

function parseConfig(values: Readonly<Record<string, unknown>>): Config {
  return { ...CoreConfig.parse(values), providers: {}, channels: {} };
}

function idleApp(client: RuntimeClient, settings: CliSettings): CliApp {
  const missing = () => Promise.reject(new TypeError('This test gives no such part of the app.'));
  return {
    configAccess: missing,
    loadSettings: async () => settings,
    openClient: async () => ({
      ...client,
      settings: async (paths) => settingsInForce(settings, paths),
    }),
    connect: async () => client,
    logInToMcp: missing,
    openReader: async () => undefined,
    restore: missing,
    runtimeFacts: missing,
  };
}

/** The storage stays open when a command is done with it. */
function readerOf({ storage }: CliStageOptions): Partial<CliApp> {
  if (storage === undefined) return {};
  return { openReader: async () => ({ ...storage, close: async () => undefined }) };
}

function inputTraits({ terminal }: CliStageOptions) {
  return terminal === undefined ? {} : { isTTY: true, setRawMode: () => undefined };
}

function outputTraits({ terminal }: CliStageOptions) {
  return terminal === undefined ? {} : { isTTY: true, columns: terminal.columns, rows: 50 };
}

function collect(show: ((text: string) => void) | undefined) {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      show?.(String(chunk));
      done();
    },
  });
  return { stream, text: () => text };
}
