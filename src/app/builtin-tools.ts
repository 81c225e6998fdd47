import type { Children } from '../agent/children.ts';
import type { Clock } from '../base/clock.ts';
import type { ModelRouter } from '../models/router-contract.ts';
import type { Storage } from '../storage/storage.ts';
import { type BuiltinToolDeps, createBuiltinTools } from '../toolkit/index.ts';
import type { Tool } from '../tools/tool.ts';
import type { RuntimeSettings } from './load-settings.ts';
import { mediaCredentialsOf, mediaToolsOf } from './media-tools.ts';
import { protectedPathsOf } from './protected-paths.ts';
import { toolCredentialsOf, webToolsOf } from './web-tools.ts';

export interface BuiltinToolParts {
  readonly clock: Clock;
  readonly storage: Storage;
  /** Principal of whom this runtime belongs to. */
  readonly owner: string;
  readonly router: ModelRouter;
  readonly children: Children;
}

/** How commands run, and who is told when a tool has queued a message. */
export interface BuiltinToolSurroundings extends Pick<BuiltinToolDeps, 'executor' | 'programs'> {
  onQueued(): void;
}

export interface BuiltinTools {
  readonly tools: readonly Tool[];
  /** The keys that a tool may be given. Those of other sources get none of ours, whatever they are called. */
  credentialsFor(tool: Tool): Readonly<Record<string, string>>;
}

/** The built-in tools as the configuration wants them, each with what it needs of the runtime. */
export function openBuiltinTools(
  settings: RuntimeSettings,
  { clock, storage, owner, router, children }: BuiltinToolParts,
  { onQueued, ...programs }: BuiltinToolSurroundings,
): BuiltinTools {
  const { config, home, environment } = settings;
  const { exec } = config.tools;
  const { caps, delegation } = config.agent;
  const credentials = { ...toolCredentialsOf(settings), ...mediaCredentialsOf(settings) };
  const tools = createBuiltinTools({
    ...programs,
    clock,
    protectedPaths: protectedPathsOf(settings),
    home,
    searchPath: environment.get('PATH') ?? '',
    execLimits: { timeoutMs: exec.timeout, maxOutputBytes: exec.maxOutputBytes },
    web: webToolsOf(settings),
    media: mediaToolsOf(settings, router),
    chats: { storage, owner, keepMs: config.bus.outboxTtl, wake: onQueued },
    workers: { children, wallTimeMs: caps.wallTime, maxDepth: delegation.maxDepth },
  });
  return { tools, credentialsFor: (tool) => (tools.includes(tool) ? credentials : {}) };
}
