import { configSections } from '../../src/app/load-settings.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { describeConfig } from '../../src/config/describe-config.ts';
import { createEnvironment } from '../../src/config/environment.ts';
import { configJsonSchema } from '../../src/config/json-schema.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { variableName } from '../../src/config/reading/resolve-keys.ts';

const HOME = '/home/somebody';

/** The configuration when nothing is said but these variables. */
export async function rowsWith(variables: Readonly<Record<string, string>>) {
  const env = createEnvironment(variables);
  return describeConfig(await loadConfig({ cwd: '/nowhere', home: HOME, env }, configSections));
}

/** One line a key: its variable, its name and its default. */
export async function coreKeyLines(): Promise<string[]> {
  const rows = await rowsWith({});
  return rows.map(({ path, value }) => {
    const said = value === undefined ? '(not set)' : JSON.stringify(value).replace(HOME, '~');
    return `${variableName('ECHO_AGENT_', path.split('.'))} ${path} = ${said}`;
  });
}

/** The keys that every provider has which reaches a server, then one line a kind: what it has beside them. */
export function providerKeyLines(): string[] {
  const { $defs } = configJsonSchema(configSections) as { $defs: Record<string, JsonObject> };
  const kinds = Object.entries($defs)
    .filter(([name]) => name.startsWith('providers-'))
    .map(([name, schema]) => ({ kind: name.replace('providers-', ''), keys: keysOf(schema) }));
  const remote = kinds.filter(({ kind }) => kind !== 'offline');
  const shared = keysOf($defs['providers-google'] ?? {}).filter((key) =>
    remote.every(({ keys }) => keys.includes(key)),
  );
  const own = kinds.map(({ kind, keys }) =>
    `${kind}: ${keys.filter((key) => !shared.includes(key)).join(', ')}`.trim(),
  );
  return [...shared, ...own];
}

function keysOf(schema: JsonObject): string[] {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonObject>;
  return Object.entries(properties).flatMap(([key, node]) => {
    const entry = node['additionalProperties'];
    const below = isNode(entry) ? keysOf(entry).map((name) => `${key}.*.${name}`) : [];
    if (below.length > 0) return below;
    if (node['properties'] !== undefined) return keysOf(node).map((name) => `${key}.${name}`);
    return [node['default'] === undefined ? key : `${key} = ${JSON.stringify(node['default'])}`];
  });
}

function isNode(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}
