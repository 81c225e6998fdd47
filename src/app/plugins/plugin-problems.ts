import { AgentError } from '../../base/errors.ts';
import { showName } from '../../security/visible-text.ts';

/** What keeps a plug-in out, or a part of it, each with what to do about it. */

export function namedTwice(module: string): AgentError {
  return refused({ messageId: 'plugins.named_twice', values: { module } });
}

export function notFound(module: string, folders: readonly string[]): AgentError {
  const values = { module, folders: folders.join(', ') };
  return refused({ messageId: 'plugins.not_found', values });
}

export function tooSlow(module: string, seconds: number): AgentError {
  return refused({ messageId: 'plugins.too_slow', values: { module, seconds } });
}

/** Whatever was thrown while it was loaded. */
export function broken(module: string, why: string, cause: unknown): AgentError {
  const values = { module, why: showName(why) };
  return refused({ messageId: 'plugins.broken', values, cause });
}

export function nonsense(module: string, where: string, what: string): AgentError {
  const values = { module, where: showName(where), what: showName(what) };
  return refused({ messageId: 'plugins.nonsense', values });
}

export function offersNothing(module: string): AgentError {
  return refused({ messageId: 'plugins.offers_nothing', values: { module } });
}

export function nameTaken(module: string, name: string): AgentError {
  return refused({ messageId: 'plugins.name_taken', values: { module, name: showName(name) } });
}

export function toolRefused(module: string, name: string, why: string): AgentError {
  const values = { module, name: showName(name), why: showName(why) };
  return refused({ messageId: 'plugins.tool_refused', values });
}

export function noAdapter(section: string, type: string): AgentError {
  const values = { section, type: showName(type) };
  return refused({ messageId: 'plugins.no_adapter', values });
}

export function settingsRefused(section: string, why: string): AgentError {
  const values = { section, why: showName(why) };
  return refused({ messageId: 'plugins.settings_refused', values });
}

interface Refusal {
  readonly messageId: `plugins.${string}`;
  readonly values: Readonly<Record<string, string | number>>;
  readonly cause?: unknown;
}

function refused(refusal: Refusal): AgentError {
  return new AgentError(
    'invalid_config',
    `A plug-in or a part of it was kept out: ${refusal.messageId}.`,
    refusal,
  );
}
