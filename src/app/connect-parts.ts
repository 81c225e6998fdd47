import { readFile } from 'node:fs/promises';
import { createCommands } from '../agent/commands.ts';
import { createChildren } from '../agent/run-child.ts';
import { createTurnEngine } from '../agent/turn-engine.ts';
import { createInboundBus } from '../bus/inbound.ts';
import { createOutboundBus } from '../bus/outbound.ts';
import { createWorkspaceFiles } from '../security/workspace-files.ts';
import { createTranscripts } from '../sessions/transcripts.ts';
import { createAgentFile } from './agent-file.ts';
import { createAttachedChats } from './attached-chats.ts';
import { toDelegationEntry } from './audit-delegation.ts';
import { createDeadlines } from './deadlines.ts';
import type { RuntimeSettings } from './load-settings.ts';
import type { OpenParts } from './open-parts.ts';
import { protectedPathsOf } from './protected-paths.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import { showTurnBreak } from './show-turn-break.ts';

const SYSTEM_PROMPT = new URL('../agent/prompts/system.md', import.meta.url);

/** The machinery: what turns a stored message into turns and a stored reply into deliveries. */
export type Machinery = Awaited<ReturnType<typeof connectParts>>;

/** Connects the open parts. Nothing runs yet. */
export async function connectParts(
  settings: RuntimeSettings,
  parts: OpenParts,
  given: RuntimeParts,
) {
  const { gate, approvals, events, tools } = parts;
  const { pipeline } = tools;
  const inbound = connectInbound(settings, parts);
  const chats = createAttachedChats();
  const targets = { cli: chats, ...given.targets };
  const outbound = connectOutbound(settings, parts, targets);
  tools.onQueued(outbound.wake);
  const systemTemplate = await readFile(SYSTEM_PROMPT, 'utf8');
  const engine = connectEngine(settings, parts, { systemTemplate, wakeOutbound: outbound.wake });
  const deadlines = createDeadlines({ ...parts, onReady: inbound.wake });
  approvals.onDecided(inbound.wake);
  events.subscribe(undefined, ({ type }) => {
    if (type === 'turn-waiting') deadlines.wake();
  });
  const stop = async (sessionKey: string, inboundId?: string) => {
    const stopped = await engine.stop(sessionKey, inboundId);
    inbound.wake();
    return stopped;
  };
  parts.children.connect(
    createChildren({ ...parts, config: settings.config, pipeline, accept: inbound.accept, stop }),
  );
  const commands = createCommands({
    ...parts,
    gate,
    config: settings.config,
    stop,
    accept: inbound.accept,
    undoFileChange: tools.undoFileChange,
  });
  return { inbound, outbound, engine, deadlines, commands, chats, stop };
}

function connectInbound({ config }: RuntimeSettings, parts: OpenParts) {
  const { bus, agent } = config;
  const { storage, clock, ids, log } = parts;
  const tell = (what: string, thrown: unknown, sessionKey: string) =>
    log.failure(what, thrown, { sessionKey });
  return createInboundBus({
    storage,
    clock,
    owner: ids.next('worker'),
    limits: { perSession: bus.maxQueuedPerSession, total: bus.maxQueued },
    leaseMs: bus.leaseDuration,
    maxConcurrentTurns: agent.maxConcurrentTurns,
    maxParallelWorkers: agent.delegation.maxParallel,
    onFailure({ sessionKey }, thrown) {
      tell('A turn broke off.', thrown, sessionKey);
      showTurnBreak(parts, sessionKey, thrown).catch((failure: unknown) =>
        tell('Nobody was told that a turn broke off.', failure, sessionKey),
      );
    },
  });
}

function connectOutbound(
  { config }: RuntimeSettings,
  { storage, clock, random, log }: OpenParts,
  targets: NonNullable<RuntimeParts['targets']>,
) {
  return createOutboundBus({
    storage,
    clock,
    random,
    targets,
    maxAttempts: config.bus.maxDeliveryAttempts,
    onTrouble: ({ event }, answer) =>
      log.warn('A reply was not delivered.', { id: event.id, answer }),
  });
}

function connectEngine(
  settings: RuntimeSettings,
  parts: OpenParts,
  given: { readonly systemTemplate: string; readonly wakeOutbound: () => void },
) {
  const { config, workspace, home } = settings;
  const { storage, log, tools } = parts;
  const protectedPaths = protectedPathsOf(settings);
  const files = createWorkspaceFiles({ workspace, home, protectedPaths });
  return createTurnEngine({
    ...parts,
    ...given,
    pipeline: tools.pipeline,
    transcripts: createTranscripts({
      storage,
      onRebuilt: (sessionKey, { message: damage }) =>
        log.warn('A damaged transcript was rebuilt.', { sessionKey, damage }),
    }),
    config,
    workspace,
    readAgentFile: createAgentFile(workspace, files),
    onWorkerEnd: (end) => parts.records.audit.append(toDelegationEntry(end)),
    logFailure: (errorId, cause, facts) =>
      log.error('A turn failed.', { errorId, cause, ...facts }),
  });
}
