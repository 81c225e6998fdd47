import type { Environment } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import { isSecretName } from '../security/redactor.ts';

/** Values that must show nowhere: the keys in the configuration and in the environment. */
export function secretsOf(config: Config, environment: Environment): string[] {
  const variables = environment
    .names()
    .filter((name) => isSecretName(name, 'record'))
    .flatMap((name) => environment.get(name) ?? []);
  return [
    ...new Set([
      ...variables,
      ...stringsUnderSecretNames(config.providers),
      ...stringsUnderSecretNames(config.channels),
      ...stringsUnderSecretNames(config.tools),
      ...stringsUnderSecretNames(config.plugins),
      ...secretsOfServers(config.mcp),
    ]),
  ];
}

/** A header may hold a key behind a word that says of what kind it is. */
function secretsOfServers({ servers }: Config['mcp']): string[] {
  return Object.values(servers).flatMap(({ headers, env, oauth }) => [
    ...Object.values(headers).flatMap((value) => [value, value.replace(/^\S+\s+/, '')]),
    ...stringsUnderSecretNames(env),
    ...stringsUnderSecretNames(oauth),
  ]);
}

function stringsUnderSecretNames(value: unknown, secret = false): string[] {
  if (typeof value === 'string') return secret ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    stringsUnderSecretNames(item, secret || isSecretName(key, 'record')),
  );
}
