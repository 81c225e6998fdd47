import { systemClock } from '../base/clock.ts';
import { NO_KEY } from '../models/automatic-choice.ts';
import { translate } from '../protocol/catalogue.ts';
import type { Language } from '../protocol/language.ts';
import { createRedactor } from '../security/redactor.ts';
import { createEgress } from './create-egress.ts';
import type { RuntimeSettings } from './load-settings.ts';
import { openExecutor } from './open-executor.ts';
import { type OpenPluginsDeps, openPlugins } from './plugins/open-plugins.ts';
import { tellPlugins } from './plugins/tell-plugins.ts';
import type { PluginsStatus } from './runtime-client.ts';
import { secretsOf } from './secrets-of.ts';
import { startModels } from './start-models.ts';

/** What only the parts themselves can say; for `doctor`. */
export interface RuntimeFacts {
  readonly executor: { readonly name: string; readonly ready: boolean; readonly reason?: string };
  /** The model that a chat message would go to. */
  readonly model: string;
  readonly modelReason: string;
  /** Whether it lacks nothing that can be known without asking it. */
  readonly modelReady: boolean;
  readonly plugins: PluginsStatus;
  /** Whether that model answers; only when it was asked. */
  readonly reachable?: { readonly ok: boolean; readonly reason?: string };
}

/** `doctor` tells what it finds and writes nothing. */
const NO_LOG: OpenPluginsDeps['log'] = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => NO_LOG,
};

const PATIENCE_MS = 30_000;

/** Asks the executor and, when `online`, the model; starts no runtime. */
export async function runtimeFacts(
  settings: RuntimeSettings,
  { online, language = 'en' }: { readonly online: boolean; readonly language?: Language },
): Promise<RuntimeFacts> {
  const redactor = createRedactor({ secrets: secretsOf(settings.config, settings.environment) });
  const plugins = await openPlugins(settings, { clock: systemClock, log: NO_LOG, redactor });
  const executor = openExecutor(settings, systemClock, plugins);
  const readiness = await executor.readiness();
  const fetch = createEgress(settings);
  const { router, choice } = await startModels(settings, {
    clock: systemClock,
    random: Math.random,
    fetch,
    plugins,
  });
  const { model } = router.choose({ taskType: 'chat' });
  return {
    executor: { name: executor.name, ...readiness },
    model,
    modelReady: choice.reason.messageId !== NO_KEY,
    modelReason: translate(language, choice.reason.messageId, choice.reason.values),
    plugins: tellPlugins(plugins.report(), language),
    ...(online && { reachable: await ask(router) }),
  };
}

async function ask(router: Awaited<ReturnType<typeof startModels>>['router']) {
  const request = {
    taskType: 'chat',
    system: 'Answer with the single word: ok',
    tools: [],
    toolChoice: 'none',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'ok?' }] }],
  } as const;
  for await (const part of router.stream(request, AbortSignal.timeout(PATIENCE_MS))) {
    if (part.type === 'finish') return { ok: true };
    if (part.type === 'error') return { ok: false, reason: part.failure.message };
  }
  return { ok: false, reason: 'The stream ended without an end.' };
}
