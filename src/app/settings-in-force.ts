import { createHash } from 'node:crypto';
import { canonicalJson } from '../base/json.ts';
import type { Config } from '../config/schema.ts';
import type { RuntimeSettings } from './load-settings.ts';

/** What a runtime works with; values only as digests, since some are secrets. */
export interface SettingsInForce {
  readonly pid: number;
  readonly workspace: string;
  /** Of the value at each path that was asked for. */
  readonly digests: Readonly<Record<string, string>>;
}

/** What a runtime with these settings works with, for another process that was given its own to compare. */
export function settingsInForce(
  { config, workspace }: Pick<RuntimeSettings, 'config' | 'workspace'>,
  paths: readonly string[],
): SettingsInForce {
  const digests = paths.map((path) => [path, digestOf(config, path)]);
  return { pid: process.pid, workspace, digests: Object.fromEntries(digests) };
}

/** A path goes from key to key over dots; one that leads nowhere has the digest of nothing. */
function digestOf(config: Config, path: string): string {
  const value = path.split('.').reduce<unknown>(valueAt, config) ?? null;
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

function valueAt(group: unknown, key: string): unknown {
  if (typeof group !== 'object' || group === null || !Object.hasOwn(group, key)) return undefined;
  return Object.entries(group).find(([name]) => name === key)?.[1];
}
