import type { AdapterTypes } from '../json-schema.ts';
import {
  ADAPTER_KINDS,
  type AdapterKind,
  AdapterName,
  type AdapterSections,
  type ConfigSections,
} from '../sections.ts';
import type { Assignment } from '../sources/assignments.ts';
import { foldKey, isGroup, ownValue } from './path.ts';
import { fromVariable } from './resolve-keys.ts';

/**
 * Which sections there will be, and which adapter each belongs to. It has to be known before anything else is read,
 * since the adapter's schema says how the rest of its section is read.
 */
export function chooseAdapters(
  file: Readonly<Record<string, unknown>>,
  assignments: readonly Assignment[],
  sections: ConfigSections,
): Record<AdapterKind, AdapterTypes> {
  const [providers, channels] = ADAPTER_KINDS.map((kind) =>
    typesOf({
      file: ownValue(file, kind),
      assignments: assignments.filter(({ keys }) => foldKey(keys[0] ?? '') === kind),
      adapters: sections[kind],
    }),
  );
  return { providers: providers ?? new Map(), channels: channels ?? new Map() };
}

interface KindInput {
  readonly file: unknown;
  readonly assignments: readonly Assignment[];
  readonly adapters: AdapterSections;
}

function typesOf({ file, assignments, adapters }: KindInput): AdapterTypes {
  const whole = assignments.filter(({ keys }) => keys.length === 1).map(readyGroup);
  const said = saidBy(whole.filter(isGroup).at(-1) ?? file);
  for (const assignment of assignments.filter(({ keys }) => keys.length > 1)) {
    const name = nameOf(assignment, [...said.keys(), ...adapters.names]);
    if (AdapterName.test(name)) said.set(name, { ...said.get(name), ...saidIn(assignment) });
  }
  const types = [...said].map(([name, section]) => {
    const type = ownValue(section, 'type');
    return [name, typeof type === 'string' ? type : adapters.typeOf(name, section)] as const;
  });
  return new Map(types);
}

/** What each section says, as far as it can be told without its schema. */
function saidBy(group: unknown): Map<string, Record<string, unknown>> {
  const sections = Object.entries(isGroup(group) ? group : {});
  return new Map(sections.map(([name, section]) => [name, isGroup(section) ? section : {}]));
}

/** What an assignment adds to a section: all of it, or one key. */
function saidIn(assignment: Assignment): Record<string, unknown> {
  const [, , key, ...deeper] = assignment.keys;
  const { value } = assignment;
  const ready = readyGroup(assignment);
  if (key === undefined) return isGroup(ready) ? ready : {};
  if (deeper.length > 0) return {};
  return { [fromVariable(key)]: 'text' in value ? value.text : value.ready };
}

function nameOf({ keys, origin }: Assignment, known: readonly string[]): string {
  const written = keys[1] ?? '';
  const match = known.includes(written)
    ? written
    : known.find((name) => foldKey(name) === foldKey(written));
  return match ?? (origin.kind === 'environment' ? fromVariable(written) : written);
}

function readyGroup({ value }: Assignment): unknown {
  if ('ready' in value) return value.ready;
  try {
    return JSON.parse(value.text);
  } catch {
    // Told when the value is read; here only the names in it are looked for.
    return undefined;
  }
}
