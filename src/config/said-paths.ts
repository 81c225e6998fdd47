import type { LoadedConfig } from './load-config.ts';
import { ENVIRONMENT_PREFIX } from './sources/assignments.ts';

/**
 * The paths that flags and our own variables set for this process alone. The proxy and certificates that a shell
 * names for every program are not among them.
 */
export function saidPaths({ draft }: Pick<LoadedConfig, 'draft'>): string[] {
  const said = [...draft.origins()].filter(
    ([, { kind, name }]) =>
      kind === 'flag' || (kind === 'environment' && name.startsWith(ENVIRONMENT_PREFIX)),
  );
  return said.map(([path]) => path);
}
