import type { Clock } from '../base/clock.ts';
import type { InboundBus } from '../bus/inbound.ts';
import type { Choice } from '../models/automatic-choice.ts';
import type { ModelRouter } from '../models/router-contract.ts';
import { isMessageId, translate } from '../protocol/catalogue.ts';
import type { Storage } from '../storage/storage.ts';
import { toolsStatus } from './list-tools.ts';
import type { RuntimeSettings } from './load-settings.ts';
import { localeLanguage } from './locale-language.ts';
import { packageVersion } from './package-version.ts';
import type { Plugins } from './plugins/open-plugins.ts';
import { tellPlugins } from './plugins/tell-plugins.ts';
import type { RuntimeStatus } from './runtime-client.ts';
import type { Tools } from './start-tools.ts';
import type { UnknownName } from './unknown-names.ts';

export interface StatusDeps {
  readonly settings: RuntimeSettings;
  readonly storage: Storage;
  readonly inbound: InboundBus;
  readonly router: ModelRouter;
  readonly clock: Clock;
  readonly choice: Choice;
  readonly owner: string;
  readonly tools: Pick<Tools, 'pipeline'>;
  readonly plugins: Pick<Plugins, 'report'>;
  unknownNames(): readonly UnknownName[];
}

const MOST_LISTED = 20;

/** How the runtime is now; cheap enough to ask at any time. */
export function createStatus(deps: StatusDeps): () => Promise<RuntimeStatus> {
  const { settings, storage, inbound, router, clock, choice } = deps;
  const startedAt = clock.now();

  return async () => {
    const [queued, waiting, pending, unknown, tools] = await Promise.all([
      storage.inbox.count({ states: ['queued'] }),
      storage.turns.count({ states: ['waiting'] }),
      storage.outbox.count({ states: ['queued', 'sending'] }),
      storage.outbox.list({ states: ['unknown'], limit: MOST_LISTED }),
      toolsStatus({ ...deps, pipeline: deps.tools.pipeline }),
    ]);
    const language = languageOf(settings);
    return {
      version: packageVersion(),
      pid: process.pid,
      startedAt,
      dataDir: settings.dataDir,
      workspace: settings.workspace,
      model: router.choose({ taskType: 'chat' }).model,
      modelReason: translate(language, choice.reason.messageId, choice.reason.values),
      runningTurns: inbound.running(),
      queuedMessages: queued,
      waitingTurns: waiting,
      pendingDeliveries: pending,
      unknownDeliveries: unknown.map(({ event }) => ({
        id: event.id,
        sessionKey: event.sessionKey,
      })),
      tools,
      plugins: tellPlugins(deps.plugins.report(), language),
      problems: storage
        .problems()
        .map(({ messageId, values, what }) =>
          isMessageId(messageId) ? translate(language, messageId, values) : what,
        ),
    };
  };
}

function languageOf({ config, environment }: RuntimeSettings) {
  const { language } = config.agent;
  return language === 'auto' ? localeLanguage(environment) : language;
}
