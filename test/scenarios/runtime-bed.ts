import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createRuntime, type Runtime } from '../../src/app/create-runtime.ts';
import { loadSettings } from '../../src/app/load-settings.ts';
import type { Submission } from '../../src/app/runtime-client.ts';
import type { RuntimeParts } from '../../src/app/runtime-parts.ts';
import { systemClock } from '../../src/base/clock.ts';
import { createEnvironment } from '../../src/config/environment.ts';
import { textOf } from '../../src/protocol/content.ts';
import type { OutboundEvent } from '../../src/protocol/event.ts';
import type { RunEvent } from '../../src/protocol/run-event.ts';
import {
  createScriptedRouter,
  type Script,
  type ScriptedRouter,
} from '../../src/testing/scripted-router.ts';

type TurnEnd = Extract<RunEvent, { type: 'turn-end' }>;

export interface BedOptions {
  /** What the model says; without one the models are those of the configuration. */
  readonly script?: Script;
  /** `key=value`, as after `--set`. */
  readonly set?: readonly string[];
  readonly parts?: RuntimeParts;
  /** The configuration file, as after `-c`. */
  readonly file?: string;
  /** Of the environment, beside the usual ones or in their place. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** What came of one message. */
export interface Told {
  readonly end: TurnEnd;
  readonly reply: string;
  readonly events: readonly RunEvent[];
}

/** A real runtime on a home folder of its own, spoken to through the owner's door; it can be ended and started again. */
export async function createRuntimeBed(options: BedOptions = {}) {
  const home = mkdtempSync(join(tmpdir(), 'scenario-'));
  const workspace = join(home, 'workspace');
  mkdirSync(workspace);
  const settings = await loadSettings({
    file: options.file,
    cwd: home,
    home,
    environment: createEnvironment({
      PATH: process.env['PATH'],
      HOME: home,
      ...options.variables,
    }),
    overrides: { set: [`workspace.path=${workspace}`, ...(options.set ?? [])] },
  });
  const events: RunEvent[] = [];
  let watchers: (() => void)[] = [];
  let router: ScriptedRouter | undefined;
  let running: Runtime | undefined;
  let count = 0;

  onTestFinished(async () => {
    await running?.close();
    rmSync(home, { recursive: true, force: true });
  });

  async function start(script = options.script, parts = options.parts): Promise<void> {
    await running?.close();
    const clock = parts?.clock ?? systemClock;
    router = script && createScriptedRouter({ clock, script });
    running = await createRuntime(settings, {
      socket: false,
      ...parts,
      ...(router && { router }),
    });
    await running.client.subscribe(undefined, (event) => {
      events.push(event);
      for (const look of watchers) look();
    });
  }

  function runtime(): Runtime {
    if (running === undefined) throw new Error('The runtime has not been started.');
    return running;
  }

  /** Resolves to the first event that fits. */
  function sees(fits: (event: RunEvent) => boolean): Promise<RunEvent> {
    return new Promise((resolve) => {
      const look = () => {
        const found = events.find(fits);
        if (found === undefined) return;
        watchers = watchers.filter((watcher) => watcher !== look);
        resolve(found);
      };
      watchers.push(look);
      look();
    });
  }

  const submit = (text: string, more: Partial<Submission> = {}) => {
    count += 1;
    const usual = { chatId: 'main', id: `m${count}`, language: 'en', canAsk: false } as const;
    return runtime().client.submit({ ...usual, text, assumeYes: false, ...more });
  };

  /** Sends a message that must be accepted. Resolves to its id. */
  async function send(text: string, more?: Partial<Submission>): Promise<string> {
    const result = await submit(text, more);
    if (result.outcome === 'accepted') return result.inboundId;
    throw new Error(`Not accepted: ${JSON.stringify(result)}`);
  }

  async function endOf(inboundId: string): Promise<Told> {
    const isEnd = (event: RunEvent): event is TurnEnd =>
      event.type === 'turn-end' && event.inboundId === inboundId;
    await sees(isEnd);
    const end = events.find(isEnd) as TurnEnd;
    const own = events.filter((event) => event.inboundId === inboundId);
    const reply = own.findLast((event) => event.type === 'reply');
    return { end, reply: reply?.type === 'reply' ? reply.text : '', events: own };
  }

  await start();
  return {
    home,
    workspace,
    settings,
    events,
    sees,
    start,
    submit,
    send,
    endOf,
    runtime,
    requests: () => router?.requests ?? [],
    close: async () => {
      await running?.close();
      running = undefined;
    },
    turn: async (text: string, more?: Partial<Submission>) => endOf(await send(text, more)),
    /** What the model was told last by tools, newest last. */
    toolTexts: () =>
      (router?.requests.at(-1)?.messages ?? []).flatMap((message) =>
        message.role === 'tool' ? message.results.map(({ text }) => text) : [],
      ),
    read: (path: string) => readFileSync(join(workspace, path), 'utf8'),
    exists: (path: string) => existsSync(join(workspace, path)),
  };
}

export type RuntimeBed = Awaited<ReturnType<typeof createRuntimeBed>>;

/** Takes the replies of a chat as a command line would. */
export async function attach(bed: RuntimeBed, chatId = 'main') {
  const replies: { text: string; replyTo: string | undefined; id: string }[] = [];
  const leave = await bed.runtime().client.attach(chatId, async (event: OutboundEvent) => {
    replies.push({ text: textOf(event.content), replyTo: event.replyTo, id: event.id });
  });
  return { replies, leave };
}

/** Polls until `holds`; fails after ten seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('It did not come true in ten seconds.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
