import type { Clock } from '../../base/clock.ts';
import { AgentError } from '../../base/errors.ts';
import { untilAborted } from '../../base/until-aborted.ts';
import { withDeadline } from '../../base/with-deadline.ts';
import type { Config } from '../../config/schema.ts';
import type { Redactor } from '../../security/redactor.ts';
import type { PluginDeps, PluginParts } from '../../tools/plugin-parts.ts';
import { findModule } from './find-module.ts';
import { broken, notFound, tooSlow } from './plugin-problems.ts';
import { readParts } from './read-parts.ts';

export interface LoadPluginDeps {
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly log: PluginDeps['log'];
  /** Where packages are looked for, in this order. */
  readonly folders: readonly string[];
}

/** What a plug-in gives, or why it is kept out. */
export type LoadedPlugin =
  | { readonly parts: PluginParts; readonly problem?: undefined }
  | { readonly parts?: undefined; readonly problem: AgentError };

/** All of them together make the start at most this much longer. */
const PATIENCE_MS = 10_000;

/** Runs the plug-in's code. Must not throw; one that hangs is left behind, and what it gives later counts for nothing. */
export async function loadPlugin(
  { module, options }: Config['plugins'][number],
  { clock, redactor, ...deps }: LoadPluginDeps,
): Promise<LoadedPlugin> {
  const own = { ...deps, module, options: structuredClone(options) };
  const deadline = {
    ms: PATIENCE_MS,
    signal: new AbortController().signal,
    reason: () => tooSlow(module, PATIENCE_MS / 1_000),
  };
  try {
    const given = await withDeadline(clock, deadline, (signal) =>
      untilAborted(offerOf(own, signal), signal),
    );
    return { parts: readParts(module, given) };
  } catch (thrown) {
    if (isOurs(thrown)) return { problem: thrown };
    return { problem: broken(module, redactor.text(messageOf(thrown)), thrown) };
  }
}

interface Own extends PluginDeps {
  readonly module: string;
  readonly folders: readonly string[];
}

async function offerOf({ module, folders, ...deps }: Own, signal: AbortSignal): Promise<unknown> {
  const url = findModule(module, folders);
  if (url === undefined) throw notFound(module, folders);
  const face: Readonly<Record<string, unknown>> = await import(url);
  signal.throwIfAborted();
  const make = face['default'];
  return typeof make === 'function' ? make(deps) : face;
}

/** A plug-in may throw errors of this class as well. */
function isOurs(thrown: unknown): thrown is AgentError {
  return thrown instanceof AgentError && (thrown.messageId ?? '').startsWith('plugins.');
}

/** Anything can be thrown, also what does not let itself be read. */
function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.message) : String(thrown);
  } catch {
    return typeof thrown;
  }
}
