import { onTestFinished } from 'vitest';
import { createRuntime } from '../../src/app/create-runtime.ts';
import { loadSettings } from '../../src/app/load-settings.ts';
import type { RuntimeParts } from '../../src/app/runtime-parts.ts';
import { createEnvironment } from '../../src/config/environment.ts';
import type { RunEvent } from '../../src/protocol/run-event.ts';
import { type CliHome, createCliHome } from './cli-home.ts';

export type TurnEnd = Extract<RunEvent, { type: 'turn-end' }>;

/** A whole runtime in this process, on a real folder. */
export async function openRuntimeBed(
  config: Readonly<Record<string, unknown>>,
  parts: RuntimeParts = {},
) {
  const home: CliHome = createCliHome();
  home.configure(config);
  const settings = await loadSettings({
    cwd: home.workspace,
    home: home.home,
    environment: createEnvironment({ PATH: process.env['PATH'] }),
    overrides: {},
  });
  const runtime = await createRuntime(settings, parts);
  onTestFinished(runtime.close);
  const ends = new Map<string, TurnEnd>();
  const waiting = new Map<string, (end: TurnEnd) => void>();
  await runtime.client.subscribe(undefined, (event) => {
    if (event.type !== 'turn-end') return;
    ends.set(event.inboundId, event);
    waiting.get(event.inboundId)?.(event);
  });

  return {
    ...runtime,
    home,

    /** Says something in a chat, and waits for the end of the turn. */
    async say(chatId: string, text: string): Promise<TurnEnd> {
      const said = { chatId, text, language: 'en', canAsk: false, assumeYes: true } as const;
      const result = await runtime.client.submit(said);
      if (result.outcome !== 'accepted') throw new Error(`It is not taken: ${result.outcome}`);
      const { inboundId } = result;
      return ends.get(inboundId) ?? new Promise((resolve) => waiting.set(inboundId, resolve));
    },
  };
}
